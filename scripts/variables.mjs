// Variables of the site, as they are given to wrangler.
import { settingsSchema } from "../app/config/settings.server";
import { Stop } from "./local.mjs";

/** The names of the variables that arguments give, as in `--var NAME:value`. @param {string[]} args */
export const variablesIn = (args) =>
  args.flatMap((arg, at) => {
    const given = arg === "--var" ? args[at + 1] : /^--var=(.*)$/s.exec(arg)?.[1];
    return given === undefined ? [] : [given.split(":")[0] ?? ""];
  });

/**
 * The name that was most likely meant by one that there is not; undefined if none is like it.
 *
 * @param {string} name @param {readonly string[]} names
 */
export function meant(name, names) {
  const text = name.toUpperCase();
  const found = names
    .map((one) => ({ one, distance: distance(text, one) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return found && found.distance <= Math.max(2, text.length / 4) ? found.one : undefined;
}

/** How many characters must be put in, taken out or changed (Levenshtein). @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * Refuses names of variables that the site does not have: a value under a wrong name does nothing.
 *
 * @param {string[]} args for wrangler
 * @throws {Stop}
 */
export function refuseUnknownVariables(args) {
  const given = variablesIn(args);
  if (given.length === 0) return;
  const names = Object.keys(settingsSchema.shape);
  const lines = given
    .filter((name) => !names.includes(name))
    .map((name) => {
      const other = meant(name, names);
      return `There is no variable ${name}.${other === undefined ? "" : ` Was ${other} meant?`}`;
    });
  if (lines.length === 0) return;
  throw new Stop(`${lines.join("\n")}\ndocs/deploy.md#variables has them all.`);
}
