import { generate } from "~/scripts/build";

export default generate;
