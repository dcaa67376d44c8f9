import { applyPatch, structuredPatch } from "diff";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { screenState } from "../support/screen-states";
import type { ScreenState, StateWay } from "../support/states/scene";

// trees/NAME.yml is the whole tree of a screen. trees/KIND.diff has a patch for each other state of
// its kind, against the state that it names as its base. Without scripts a state has a patch
// ("## NAME, plain") against its own tree, if it differs.

const fileOf = (name: string) => new URL(`trees/${name}`, import.meta.url);
const screenOf = ({ name }: ScreenState) => fileOf(`${name}.yml`);
const patchesOf = ({ kind }: ScreenState) => fileOf(`${kind}.diff`);
const headingOf = ({ name }: ScreenState, way: StateWay) =>
  way === "plain" ? `${name}, plain` : name;

const readText = (file: URL) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function readPatches(state: ScreenState): Map<string, string> {
  const sections = readText(patchesOf(state)).split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), `${section.slice(end + 1).trimEnd()}\n`];
    }),
  );
}

/** Whether assistive technology gets something else without scripts. */
export const differsInPlain = (state: ScreenState) =>
  readPatches(state).has(headingOf(state, "plain"));

/** The tree that a state's patch is against; undefined for a screen. */
function baseTree(state: ScreenState, way: StateWay): string | undefined {
  if (way === "plain" && state.ways.includes("full")) return storedTree(state, "full");
  return state.base === undefined ? undefined : storedTree(screenState(state.base), way);
}

/** The stored tree of a state. @throws when a patch does not fit its base */
export function storedTree(state: ScreenState, way: StateWay): string {
  const base = baseTree(state, way);
  if (base === undefined) return readText(screenOf(state));
  const patch = readPatches(state).get(headingOf(state, way));
  if (patch === undefined) return base;
  const tree = applyPatch(base, patch);
  if (tree === false) throw new Error(`The stored patch of ${headingOf(state, way)} does not fit.`);
  return tree;
}

/** Only one worker may store trees, because states share files. */
export function storeTree(state: ScreenState, way: StateWay, tree: string) {
  const base = baseTree(state, way);
  if (base === undefined) {
    writeFileSync(screenOf(state), tree);
    return;
  }
  const patches = readPatches(state);
  if (tree === base) patches.delete(headingOf(state, way));
  else patches.set(headingOf(state, way), patchText(base, tree));
  const sections = [...patches].map(([heading, patch]) => `## ${heading}\n${patch}`);
  writeFileSync(patchesOf(state), sections.join("\n"));
}

function patchText(before: string, after: string): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 1 });
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines, ""].join("\n"),
    )
    .join("");
}
