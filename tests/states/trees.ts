import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ScreenState, StateWay } from "../support/states/scene";
import { changes } from "./changes";

// trees/NAME.yml is the whole of a screen. trees/KIND.diff has a section for each other state of
// its kind: how it differs from the screen that the state names. Without scripts a state has a file
// (NAME-plain.yml) or a section ("## NAME, plain") of its own only where that differs.

const fileOf = (name: string) => new URL(`trees/${name}`, import.meta.url);
const wholeOf = (name: string, way: StateWay) =>
  fileOf(`${name}${way === "plain" ? "-plain" : ""}.yml`);
const changesOf = ({ kind }: ScreenState) => fileOf(`${kind}.diff`);
const headingOf = ({ name }: ScreenState, way: StateWay) =>
  way === "plain" ? `${name}, plain` : name;

const readText = (file: URL) => (existsSync(file) ? readFileSync(file, "utf8").trimEnd() : "");

function readSections(state: ScreenState): Map<string, string> {
  const sections = readText(changesOf(state)).split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = "", ...lines] = section.trimEnd().split("\n");
      return [heading, lines.join("\n")];
    }),
  );
}

function readOwn(state: ScreenState, way: StateWay): string | undefined {
  if (state.base !== undefined) return readSections(state).get(headingOf(state, way));
  return readText(wholeOf(state.name, way)) || undefined;
}

/** Whether assistive technology gets something else without scripts. */
export const differsInPlain = (state: ScreenState) => readOwn(state, "plain") !== undefined;

/** What is stored of a state, to compare with `treeText`. */
export const storedTree = (state: ScreenState, way: StateWay) =>
  readOwn(state, way) ?? readOwn(state, "full") ?? "";

/** The text to store of a state whose page has these lines. */
export function treeText({ base }: ScreenState, way: StateWay, lines: string[]): string {
  if (base === undefined) return lines.join("\n");
  const screen = readText(wholeOf(base, way)) || readText(wholeOf(base, "full"));
  return changes(screen.split("\n"), lines).join("\n");
}

/** Only one worker may write, because states share files. */
export function storeTree(state: ScreenState, way: StateWay, text: string) {
  const isRepeated = way === "plain" && text === readOwn(state, "full");
  if (state.base === undefined) {
    const file = wholeOf(state.name, way);
    if (isRepeated) rmSync(file, { force: true });
    else writeFileSync(file, `${text}\n`);
    return;
  }
  const sections = readSections(state);
  if (isRepeated) sections.delete(headingOf(state, way));
  else sections.set(headingOf(state, way), text);
  const written = [...sections].map(([heading, lines]) => `## ${heading}\n${lines}\n`);
  writeFileSync(changesOf(state), written.join("\n"));
}
