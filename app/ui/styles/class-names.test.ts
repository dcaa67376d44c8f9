import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readFiles = (folder: string, end: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

/** The class names that `docs/branding.md` documents. */
const documented = new Set(
  [
    ...readFileSync("docs/branding.md", "utf8").matchAll(/^\| [a-z ]+ +\| (`[a-z].*) \|$/gm),
  ].flatMap(([, names = ""]) => [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name)),
);

test("uses every documented class name", () => {
  const sources = readFiles("app", /(?<!\.test)\.tsx?$/).join("\n");
  const isUsed = (name: string) => new RegExp(`["\` ]${name}["\` ]`).test(sources);
  expect(documented.size).toBeGreaterThan(40);
  expect([...documented].filter((name) => !isUsed(name))).toEqual([]);
});
