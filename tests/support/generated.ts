import { generate } from "../../scripts/build.mjs";

export default generate;
