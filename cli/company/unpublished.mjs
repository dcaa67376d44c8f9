export { unpublished } from "./advice.ts";
