import { readdirSync, readFileSync } from "node:fs";
import { parse } from "acorn";
import { describe, expect, test } from "vitest";
import { scripts as address } from "~/app/ui/page/scripts.generated.json";

const paths = readdirSync(`public${address}`).filter((path) => path.endsWith(".js"));
const scripts = paths.map((path) => ({
  path,
  code: readFileSync(`public${address}${path}`, "utf8"),
}));

/** Parses a script as ES2022, the version in docs/browsers.md. */
const parseScript = (code: string) => parse(code, { ecmaVersion: 2022, sourceType: "module" });

/** The oldest versions of Chrome, Firefox and Safari that run our scripts (docs/browsers.md). */
const OLDEST = [97, 104, 15.4] as const;

/** An incomplete list of newer APIs with the versions that introduced them (MDN, browser-compat-data). */
const NEWER_APIS: Record<string, [chrome: number, firefox: number, safari: number]> = {
  requestSubmit: [76, 75, 16],
  requestIdleCallback: [47, 55, Infinity],
  connection: [61, Infinity, Infinity],
  supports: [96, 94, 16.4],
  showPicker: [99, 101, 16],
  structuredClone: [98, 94, 15.4],
  reason: [98, 97, 15.4],
  throwIfAborted: [100, 97, 15.4],
  inert: [102, 112, 15.5],
  checkVisibility: [105, 106, 17.4],
  startViewTransition: [111, 144, 18],
  showPopover: [114, 125, 17],
  toSorted: [110, 115, 16],
  toReversed: [110, 115, 16],
  toSpliced: [110, 115, 16],
  groupBy: [117, 119, 17.4],
  withResolvers: [119, 121, 17.4],
  fromAsync: [121, 115, 16.4],
  isWellFormed: [111, 119, 16.4],
  toWellFormed: [111, 119, 16.4],
  canParse: [120, 115, 17],
  Segmenter: [87, 125, 14.1],
  supportedValuesOf: [99, 93, 15.4],
  DurationFormat: [129, 136, 16.4],
  isSubsetOf: [122, 127, 17],
  intersection: [122, 127, 17],
  symmetricDifference: [122, 127, 17],
  setHTMLUnsafe: [124, 128, 17.4],
  moveBefore: [133, 144, Infinity],
  ClipboardItem: [76, 127, 13.1],
};

/** Newer APIs that our scripts use, with the scripts' behaviour in browsers without the API. */
const GUARDED: Record<string, string> = {
  requestSubmit: "blocked-submit.ts sends the form, and the server checks it",
  requestIdleCallback: "when-idle.ts waits 200 ms",
  connection: "when-idle.ts and prefetch.ts assume an ordinary connection",
  supports: "prefetch.ts prefetches nothing",
  reason: "piecewise-upload.ts throws undefined, but the thrown value is ignored",
};

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

function collectNames(node: Node): string[] {
  const names = node.type === "Identifier" ? [String(node.name)] : [];
  return [...names, ...Object.values(node).flat().filter(isNode).flatMap(collectNames)];
}

describe("browser scripts", () => {
  test("exist", () => {
    expect(scripts.length).toBeGreaterThan(10);
  });

  test.each(scripts)("parse as ES2022 modules: $path", ({ code }) => {
    expect(() => parseScript(code)).not.toThrow();
  });

  test("use only the newer APIs in GUARDED", () => {
    const names = new Set(
      scripts.flatMap(({ code }) => collectNames(parseScript(code) as unknown as Node)),
    );
    const newer = Object.keys(NEWER_APIS).filter(
      (name) =>
        names.has(name) &&
        NEWER_APIS[name]?.some((since, browser) => since > (OLDEST[browser] ?? 0)),
    );
    expect(newer.sort()).toEqual(Object.keys(GUARDED).sort());
  });

  test("are guarded by a check for `findLast` in entry.js", () => {
    const entry = scripts.find(({ path }) => path === "entry.js");
    expect(entry?.code).toContain('"findLast"in Array.prototype');
  });
});
