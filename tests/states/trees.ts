import { applyPatch, createPatch, OMIT_HEADERS } from "diff";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SCREEN_STATES } from "../support/screen-states";
import type { ScreenState, StateWay } from "../support/states/scene";

// trees/NAME.yml is a complete tree. trees/states.diff stores the other trees as patches, each against an
// earlier tree. A tree is stored in full if its patch would be nearly as long.

const treeFile = (id: string) => new URL(`trees/${id}.yml`, import.meta.url);
const PATCHES = new URL("trees/states.diff", import.meta.url);

const treeId = ({ name }: ScreenState, way: StateWay) => (way === "full" ? name : `${name}-${way}`);
const ORDER = SCREEN_STATES.flatMap((state) => state.ways.map((way) => treeId(state, way)));

interface Patch {
  base: string;
  /** Hunks of a unified diff. Empty when the trees are the same. */
  hunks: string;
}

function readPatches(): Map<string, Patch> {
  const text = existsSync(PATCHES) ? readFileSync(PATCHES, "utf8") : "";
  const sections = text.matchAll(/^## (\S+) from (\S+)\n((?:[^#].*\n)*)/gm);
  return new Map([...sections].map(([, id = "", base = "", hunks = ""]) => [id, { base, hunks }]));
}

function readTree(id: string, patches = readPatches()): string | undefined {
  const patch = patches.get(id);
  if (!patch) return existsSync(treeFile(id)) ? readFileSync(treeFile(id), "utf8") : undefined;
  const base = readTree(patch.base, patches) ?? "";
  const tree = patch.hunks === "" ? base : applyPatch(base, patch.hunks);
  return tree === false ? `The stored patch doesn't apply to ${patch.base}.` : tree;
}

/** Returns the stored tree of a state, or a message if its patch doesn't apply. */
export const readStoredTree = (state: ScreenState, way: StateWay) => readTree(treeId(state, way));

export const differsFromFirst = (state: ScreenState, way: StateWay) =>
  readStoredTree(state, way) !== readStoredTree(state, state.ways[0] ?? way);

/** Stores a tree. Requires a single worker, because the trees share `PATCHES`. */
export function storeTree(state: ScreenState, way: StateWay, tree: string) {
  const id = treeId(state, way);
  const patches = readPatches();
  const [shortest] = ORDER.slice(0, ORDER.indexOf(id))
    .flatMap((base) => {
      const stored = readTree(base, patches);
      return stored === undefined ? [] : { base, hunks: createHunks(stored, tree) };
    })
    .sort((a, b) => countLines(a.hunks) - countLines(b.hunks));
  if (shortest && countLines(shortest.hunks) < countLines(tree) * 0.8) {
    patches.set(id, shortest);
    rmSync(treeFile(id), { force: true });
  } else {
    patches.delete(id);
    writeFileSync(treeFile(id), tree);
  }
  const sections = ORDER.flatMap((name) => {
    const patch = patches.get(name);
    return patch ? `## ${name} from ${patch.base}\n${patch.hunks}` : [];
  });
  writeFileSync(PATCHES, sections.join(""));
}

const countLines = (text: string) => text.split("\n").length;

const createHunks = (before: string, after: string) =>
  before === after
    ? ""
    : createPatch("", before, after, undefined, undefined, {
        context: 0,
        headerOptions: OMIT_HEADERS,
      });
