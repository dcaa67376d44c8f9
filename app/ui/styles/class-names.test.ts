import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const filesIn = (folder: string, end: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

/** The names that `docs/branding.md` promises to companies. */
const promised = new Set(
  [
    ...readFileSync("docs/branding.md", "utf8").matchAll(/^\| [a-z ]+ +\| (`[a-z].*) \|$/gm),
  ].flatMap(([, names = ""]) => [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name)),
);

/** The names that our own sheets style. */
const styled = new Set(
  filesIn("app/ui/styles", /\.css$/)
    .map((css) => css.replace(/\/\*[^]*?\*\/|url\([^)]*\)/g, ""))
    .flatMap((css) => [...css.matchAll(/\.([a-z][a-z-]*)/g)].map(([, name = ""]) => name)),
);

/** Names that may change with any version: parts of a part that a company styles as a whole. */
const OURS = (
  "applied-duplicate cv-choice cv-held cv-input cv-name cv-remove cv-size cv-transfer drawn empty-mark field-invalid " +
  "field-note mend page-status phone-code phone-countries phone-country phone-country-name phone-country-none " +
  "phone-country-option phone-country-search phone-country-select phone-dial-code phone-places " +
  "policy-dialog policy-dialog-close policy-dialog-head policy-dialog-status position-sent print-address " +
  "privacy receipt-already-applied receipt-delivered receipt-on-its-way receipt-undelivered screen-code screen-mark screen-written search-row skip-link visually-hidden"
).split(" ");

test("every name that companies may style is on our pages", () => {
  const sources = filesIn("app", /(?<!\.test)\.tsx?$/).join("\n");
  const isThere = (name: string) => new RegExp(`["\` ]${name}["\` ]`).test(sources);
  expect(promised.size).toBeGreaterThan(40);
  expect([...promised].filter((name) => !isThere(name))).toEqual([]);
});

test("a name of our sheets is one that companies may style, or is ours alone", () => {
  expect([...styled].filter((name) => !promised.has(name)).sort()).toEqual(OURS);
});
