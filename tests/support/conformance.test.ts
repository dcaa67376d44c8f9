import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOTS = ["adapters", "app", "bench", "cli", "contract", "platform", "scripts", "tests"];

/**
 * Matches the tags at the end of a title, such as `[2.07]` or `[2.07, 3.11]`. Tests that only `npm run test:long`
 * runs don't count: their titles end with `@long`.
 */
const TAGS = /[ (]\[(\d+\.\d\d(?:, \d+\.\d\d)*)\](?=["`\n]|\$\{longIf)/g;

function* listTags(): Generator<string> {
  for (const root of ROOTS) {
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!/\.(test|spec)\.(ts|tsx|mjs)$/.test(name) && !name.startsWith("support/")) continue;
      if (!/\.(ts|tsx|mjs)$/.test(name)) continue;
      const text = readFileSync(join(root, name), "utf8");
      for (const [, clauses = ""] of text.matchAll(TAGS)) yield* clauses.split(", ");
    }
  }
}

test("every clause of docs/conformance.md has a test, and every tag names a clause", () => {
  const rows = readFileSync("docs/conformance.md", "utf8").matchAll(/^\| (\d+\.\d\d) \|/gm);
  const clauses = [...rows].map(([, clause]) => clause);
  expect([...new Set(listTags())].sort()).toEqual([...new Set(clauses)].sort());
});
