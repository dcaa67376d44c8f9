// `node scripts/load/tables.mjs`: the tables of docs/scale.md, from what scale.json has now.
import { costTable, eachTable, markdown, outageTable, readScale } from "./arithmetic.mjs";
import { runIfMain } from "../local.mjs";

/** As many waiting applications go to the platform in a second unless a variable says otherwise. */
const RELEASE_PER_SECOND = 20;

await runIfMain(import.meta.url, () => {
  const scale = readScale();
  const tables = [eachTable(scale), costTable(scale), outageTable(scale, RELEASE_PER_SECOND)];
  console.log(tables.map(markdown).join("\n\n"));
  return Promise.resolve();
});
