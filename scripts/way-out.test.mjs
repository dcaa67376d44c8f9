import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./local.mjs";

// The record of the way out of Remix v2 is true: it names every file and every name that Remix has in ours.

const RECORD = "docs/decisions/0041-the-way-out-of-remix-v2.md";
const record = await readFile(join(ROOT, RECORD), "utf8");

/** The sources, by their paths: all that is written by us and run, built or tested. */
const sources = await readSources();

async function readSources() {
  const folders = ["adapters/src", "app", "bench", "platform/src", "scripts", "tests"];
  const inFolders = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const atRoot = (await readdir(ROOT)).filter((name) => name !== "eslint.config.js");
  const files = [...inFolders.flat(), ...atRoot]
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(tsx?|m?js)$/.test(file) || file === "package.json")
    .filter((file) => !file.endsWith("/way-out.test.mjs") && !file.startsWith("tests/fixtures/"));
  return Promise.all(
    files.map(async (file) => ({ file, code: await readFile(join(ROOT, file), "utf8") })),
  );
}

/** The first cells of the tables under a heading of the record, as the words in code that they have. */
const wordsUnder = (/** @type {string} */ heading) => {
  const at = record.indexOf(`**${heading}.**`);
  const section = record.slice(at, record.indexOf("\n**", at + 1));
  const cells = section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (today|file|---|-)/.test(line))
    .map((line) => line.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
};

/** A package that has the name and nothing else of Remix v2. */
const OTHERS = "@remix-run/multipart-parser";

/** What a file says that has to do with Remix: its packages, its configuration, its insides by name. */
const OF_REMIX = /@remix-run\/|["/]remix\.config\.js"|throwIfPotentialCSRFAttack/;

const isOfRemix = (/** @type {string} */ code) => OF_REMIX.test(code.replaceAll(OTHERS, ""));

/** What a file imports from Remix: its packages, and the names. @param {string} code */
const importsIn = (code) =>
  [...code.matchAll(/^import (?:type )?\{([^}]*)\} from "(@remix-run\/[^"]+)";/gm)]
    .filter(([, , from]) => from !== OTHERS)
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().replace(/^type /, ""))
    .filter((name) => name !== "");

describe("the record of the way out of Remix v2", () => {
  test("names every file that has to do with Remix, and no other", () => {
    const found = sources.filter(({ code }) => isOfRemix(code)).map(({ file }) => file);
    expect(wordsUnder("Files").sort()).toEqual(found.sort());
  });

  test("names everything that is imported, and nothing else", () => {
    const found = sources.flatMap(({ code }) => importsIn(code));
    expect(found.length).toBeGreaterThan(30);
    expect(wordsUnder("Names").sort()).toEqual([...new Set(found)].sort());
  });

  test("says which flags are off, and all others are on", async () => {
    const types = await readFile(
      join(ROOT, "node_modules/@remix-run/dev/dist/config.d.ts"),
      "utf8",
    );
    const flags = [...new Set(types.match(/\bv3_\w+/g))];
    expect(flags.length).toBeGreaterThan(4);
    const config = sources.find(({ file }) => file === "remix.config.js")?.code ?? "";
    const off = flags.filter((flag) => !config.includes(`${flag}: true`)).sort();
    expect(off).toEqual(["v3_lazyRouteDiscovery", "v3_routeConfig"]);
    for (const flag of off) expect(record).toContain(`\`${flag}\``);
  });
});

describe("what will not survive the move", () => {
  /** What is looked for in the site's own code, and an example that is found. */
  const GONE = {
    "a name that Remix has deprecated": {
      pattern:
        /import[^;]*\b(json|defer|LoaderArgs|ActionArgs|useTransition|useCatch)\b[^;]*"@remix-run/,
      example: 'import { data, json } from "@remix-run/cloudflare";',
    },
    "what is not stable": { pattern: /\bunstable_\w+/, example: "unstable_flushSync: true" },
    "a fetcher's kind": {
      pattern: /\b\w*[fF]etcher\.(type|submission)\b/,
      example: 'fetcher.type === "done"',
    },
    "a boundary of Remix 1": {
      pattern: /\bCatchBoundary\b/,
      example: "export function CatchBoundary",
    },
    "a package that has no successor of its kind": {
      pattern:
        /(from|import\() ?"@remix-run\/(?!cloudflare"|react"|dev\/server-build"|multipart-parser")/,
      example: 'from "@remix-run/node"',
    },
  };
  const own = sources.filter(({ file }) => /^(app\/|server\.ts$)/.test(file));

  test.each(Object.entries(GONE))("is not in the site's code: %s", (_, { pattern, example }) => {
    expect(example).toMatch(pattern);
    expect(own.length).toBeGreaterThan(200);
    expect(own.filter(({ code }) => pattern.test(code)).map(({ file }) => file)).toEqual([]);
  });
});
