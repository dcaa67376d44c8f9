import type { NamedCv } from "../model/application";

// The stored draft of one field's file, and its changes. Pure functions.

/** A file's properties that the browser knows without reading it, and its upload number once started. */
export interface ChosenFile extends Pick<File, "name" | "size" | "lastModified"> {
  upload?: number | undefined;
  /** Made from photos, or an original photo that the candidate wants to send. */
  isFinished?: boolean | undefined;
}

export interface FileDraft {
  /** The file that the server holds. Sent unless another one is chosen. */
  held?: (NamedCv & Partial<ChosenFile>) | undefined;
  /** The file being uploaded. The browser's cache has its bytes. */
  chosen?: ChosenFile | undefined;
  /** Neither the server nor the browser still has the file. */
  isGone?: boolean | undefined;
}

/** Parses a stored draft. Leaves out malformed parts, because other scripts may have written it. */
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

/** The text to store, or undefined if there is nothing to store. */
export const fileText = (file: FileDraft): string | undefined =>
  file.held || file.chosen || file.isGone ? JSON.stringify(file) : undefined;

/** Chooses a file. If any tab uploaded part of it before, that upload continues. */
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

/** Sets the upload number of the chosen file. */
export const begin = (file: FileDraft, upload: number): FileDraft =>
  file.chosen ? { ...file, chosen: { ...file.chosen, upload } } : file;

/** The chosen file is complete and replaces the held one. */
export const hold = (file: FileDraft, upload: number): FileDraft =>
  file.chosen ? { held: { ...file.chosen, upload } } : file;

/** Removes the chosen file. Another held file stays. */
export const drop = ({ held }: FileDraft, upload: number | undefined): FileDraft =>
  held?.upload === upload ? {} : { held };

/** The server no longer holds the file, or the browser lost its bytes. */
export function lose(file: FileDraft, which: "held" | "chosen"): FileDraft {
  const held = which === "held" ? undefined : file.held;
  const chosen = which === "chosen" ? undefined : file.chosen;
  return { held, chosen, isGone: !held && !chosen };
}

/** Whether two files are the same, by name, size and time. */
export const isSameFile = (one: Partial<ChosenFile>, other: ChosenFile): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
