import type { NamedCv } from "../model/application";

// What the browser stores of the file of one field, and what becomes of it. Pure.

/** A file as the browser knows it without reading it, and the number of its upload once that has begun. */
export interface ChosenFile extends Pick<File, "name" | "size" | "lastModified"> {
  upload?: number | undefined;
  /** It was made from photos, or is an original photo that the candidate wants to send. */
  isFinished?: boolean | undefined;
}

export interface FileDraft {
  /** The server holds it: it is sent unless another one is chosen. */
  held?: (NamedCv & Partial<ChosenFile>) | undefined;
  /** On its way up. The browser's database has its bytes. */
  chosen?: ChosenFile | undefined;
  /** Neither the server nor the browser has it any more. */
  isGone?: boolean | undefined;
}

/** Reads a stored text. Other scripts may have written it: anything that is malformed is left out. */
export function parseFile(text = "{}"): FileDraft {
  try {
    const { held, chosen, isGone } = toRecord(JSON.parse(text));
    return {
      held: isFile(held) && held.upload !== undefined ? (held as NamedCv) : undefined, // just checked
      chosen: isFile(chosen) ? chosen : undefined,
      isGone: isGone === true,
    };
  } catch {
    return {};
  }
}

function isFile(value: unknown): value is ChosenFile & { kept?: string } {
  const { name, size, upload = 0, kept = "" } = toRecord(value);
  return [name, kept].every(isText) && [size, upload].every((one) => typeof one === "number");
}

export const isText = (value: unknown): value is string => typeof value === "string";

/** The properties of an object; none of anything else. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" ? { ...value } : {};

/** The text that is stored; undefined if there is nothing to store. */
export const fileText = (file: FileDraft): string | undefined =>
  file.held || file.chosen || file.isGone ? JSON.stringify(file) : undefined;

/** A file is chosen. One that went up before, in whatever tab, goes on where it was. */
export function choose({ held, chosen }: FileDraft, file: File, isFinished = false): FileDraft {
  const { name, size, lastModified } = file;
  const before = [chosen, held].find((one) => one && isSameFile(one, file));
  return {
    held,
    chosen: {
      name,
      size,
      lastModified,
      upload: before?.upload,
      isFinished: isFinished || before?.isFinished,
    },
  };
}

/** The upload of the chosen file has a number. */
export const begin = (file: FileDraft, upload: number): FileDraft =>
  file.chosen ? { ...file, chosen: { ...file.chosen, upload } } : file;

/** The server holds all of the chosen file, in place of the one before. */
export const hold = (file: FileDraft, upload: number): FileDraft =>
  file.chosen ? { held: { ...file.chosen, upload } } : file;

/** The candidate takes the chosen file out; the server goes on holding another one. */
export const drop = ({ held }: FileDraft, upload: number | undefined): FileDraft =>
  held?.upload === upload ? {} : { held };

/** The server does not hold it any more, or the browser has lost its bytes. */
export function lose(file: FileDraft, which: "held" | "chosen"): FileDraft {
  const held = which === "held" ? undefined : file.held;
  const chosen = which === "chosen" ? undefined : file.chosen;
  return { held, chosen, isGone: !held && !chosen };
}

/** Whether two are the same file, of which a form may have another copy. */
export const isSameFile = (one: Partial<ChosenFile>, other: ChosenFile): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
