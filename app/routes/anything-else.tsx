export { action, default, loader } from "./not-found";
