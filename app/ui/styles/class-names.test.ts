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

test("every name that companies may style is on our pages", () => {
  const sources = filesIn("app", /(?<!\.test)\.tsx?$/).join("\n");
  const isThere = (name: string) => new RegExp(`["\` ]${name}["\` ]`).test(sources);
  expect(promised.size).toBeGreaterThan(40);
  expect([...promised].filter((name) => !isThere(name))).toEqual([]);
});
