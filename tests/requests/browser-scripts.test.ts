import { readdirSync, readFileSync } from "node:fs";
import { parse } from "acorn";
import { describe, expect, test } from "vitest";
import { scripts as address } from "../../app/ui/page/scripts.generated.json";

/** Every script that a browser may load. */
const paths = readdirSync(`public${address}`).filter((path) => path.endsWith(".js"));
const scripts = paths.map((path) => ({
  path,
  code: readFileSync(`public${address}${path}`, "utf8"),
}));

/** The syntax that docs/browsers.md names. */
const treeOf = (code: string) => parse(code, { ecmaVersion: 2022, sourceType: "module" });

/** Chrome, Firefox and Safari from which on the waker loads anything: `findLast` (docs/browsers.md). */
const SINCE = [97, 104, 15.4] as const;

/**
 * What browsers have learnt later than that, by the first versions of Chrome, Firefox and Safari that
 * have it (MDN, browser-compat-data). A list of what one might reach for; it is not all that there is.
 */
const LATER: Record<string, [chrome: number, firefox: number, safari: number]> = {
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

/** The later ones that our scripts have, and what an older browser does there. */
const GUARDED: Record<string, string> = {
  requestSubmit: "swallowed-submit.ts sends the form as it is, and the server checks it",
  requestIdleCallback: "idle-or-touched.ts waits 200 ms",
  connection: "idle-or-touched.ts and prefetch.ts take it for an ordinary one",
  supports: "prefetch.ts prefetches nothing",
  reason: "piecewise-upload.ts throws undefined, which nobody reads",
};

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** The names of all globals and members in a tree. */
function namesIn(node: Node): string[] {
  const own = node.type === "Identifier" ? [String(node.name)] : [];
  return [...own, ...Object.values(node).flat().filter(isNode).flatMap(namesIn)];
}

describe("the scripts that browsers load", () => {
  test("are what docs/browsers.md says: there are some, and they are modules", () => {
    expect(scripts.length).toBeGreaterThan(10);
  });

  test.each(scripts)("are written in ES2022: $path", ({ code }) => {
    expect(() => treeOf(code)).not.toThrow();
  });

  test("use nothing later than the browsers that they are loaded by, unless they do without", () => {
    const names = new Set(scripts.flatMap(({ code }) => namesIn(treeOf(code) as unknown as Node)));
    const later = Object.keys(LATER).filter(
      (name) => names.has(name) && LATER[name]?.some((since, at) => since > (SINCE[at] ?? 0)),
    );
    expect(later.sort()).toEqual(Object.keys(GUARDED).sort());
  });

  test("are loaded by nothing older", () => {
    const waker = scripts.find(({ path }) => path === "waker.js");
    expect(waker?.code).toContain('"findLast"in Array.prototype');
  });
});
