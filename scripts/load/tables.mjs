// `node --import tsx scripts/load/tables.mjs`: the tables of docs/scale.md, from what scale.json has now.
import { settingsSchema } from "../../app/config/settings.server";
import { costTable, eachTable, markdown, outageTable, readScale } from "./arithmetic.mjs";

const { RELEASE_PER_SECOND } = settingsSchema.parse({ PLATFORM_API_KEY: "any" });
const scale = readScale();
const tables = [eachTable(scale), costTable(scale), outageTable(scale, RELEASE_PER_SECOND)];
console.log(tables.map(markdown).join("\n\n"));
