// Code that the forms for jobs and for companies' pages share. The forms are rendered from entries, which are texts
// as typed, so that nothing is lost while an entry is invalid.
import type { Issue } from "~/contract/strict";

/** An error in an entry. `field` is the id of its input. */
export interface EntryError {
  field: string;
  /** A message of the contract's schemas. */
  message: string;
}

export const getText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").replaceAll("\0", "") : "";
};

/**
 * Reads the items of a list, whose inputs have names such as `q0.label`.
 *
 * @param first the name of an input that every item has
 * @param read reads an item: `part` returns one of its texts, `at` is the prefix of its names
 */
export function readItems<Item>(
  form: FormData,
  prefix: string,
  first: string,
  most: number,
  read: (part: (name: string) => string, at: string) => Item,
): Item[] {
  const items: Item[] = [];
  for (let index = 0; index < most && form.has(`${prefix}${index}.${first}`); index += 1) {
    const at = prefix + String(index);
    items.push(read((name) => getText(form, `${at}.${name}`), at));
  }
  return items;
}

export const splitLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Parses the button that sent a form, such as `up.3`, into an action and an item's index. */
export function parseButton(form: FormData): { action: string; index: number } {
  const [, action = "draft", index = "0"] = /^([a-z-]+)(?:\.(\d{1,3}))?$/.exec(
    getText(form, "do"),
  ) ?? [""];
  return { action, index: Number(index) };
}

/** Returns a list after a button moved or removed one of its items. */
export function changeList<T>(list: readonly T[], action: string, index: number): T[] {
  const changed = [...list];
  const [item] = changed.splice(index, 1);
  if (item === undefined) return [...list];
  if (action === "up") changed.splice(Math.max(0, index - 1), 0, item);
  if (action === "down") changed.splice(index + 1, 0, item);
  return changed;
}

/**
 * Converts a schema's issues to errors in entries. Returns the first error of each entry.
 *
 * @param toField returns the id of the input for an issue's path
 */
export function toErrors(
  issues: readonly Issue[],
  toField: (path: readonly PropertyKey[]) => string,
): EntryError[] {
  const errors = new Map<string, EntryError>();
  for (const { path, message } of issues) {
    const field = toField(path);
    if (!errors.has(field)) errors.set(field, { field, message });
  }
  return [...errors.values()];
}

export const pick = <Part extends object, Name extends keyof Part>(
  part: Part,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, part[name]])) as Pick<Part, Name>; // has these names

export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
