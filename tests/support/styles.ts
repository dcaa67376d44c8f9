import { buildStyles } from "../../scripts/build.mjs";

export default buildStyles;
