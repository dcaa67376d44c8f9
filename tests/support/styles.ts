import { buildStyles } from "../../scripts/build.mjs";
import { buildNumbering } from "../../scripts/numbering.mjs";

/** Writes what the code imports as a build writes it. */
export default async function generate() {
  await buildStyles();
  await buildNumbering();
}
