import type { NamedUpload } from "../model/application";

// Pure functions for the stored draft of a field's file.

/** Properties of a file that the candidate chose. `upload` is set when its upload has started. */
export interface ChosenFile {
  name: string;
  size: number;
  lastModified: number;
  upload?: number | undefined;
  /** Whether the file was made from photos, or is a photo that the candidate wants to send unchanged. */
  isFinished?: boolean | undefined;
}

export interface FileDraft {
  /** The file that the server holds. It is sent if the candidate chooses no other file. */
  held?: (NamedUpload & Partial<ChosenFile>) | undefined;
  /** The chosen file, until the server holds it. */
  chosen?: ChosenFile | undefined;
  /** Whether the server and the browser have lost the file. */
  isGone?: boolean | undefined;
}

/** Parses a stored draft. Omits malformed properties, which other scripts may have written. */
export function parseFile(text = "{}"): FileDraft {
  try {
    const { held, chosen, isGone } = toRecord(JSON.parse(text));
    return {
      held: isFile(held) && held.upload !== undefined ? (held as NamedUpload) : undefined, // was just checked
      chosen: isFile(chosen) ? chosen : undefined,
      isGone: isGone === true,
    };
  } catch {
    return {};
  }
}

function isFile(value: unknown): value is ChosenFile & { kept?: string } {
  const { name, size, upload = 0, kept = "" } = toRecord(value);
  return [name, kept].every(isText) && [size, upload].every((item) => typeof item === "number");
}

export const isText = (value: unknown): value is string => typeof value === "string";

/** Returns an object's properties, or an empty object for any other value. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" ? { ...value } : {};

/** Returns the string to store, or undefined for an empty draft. */
export const fileText = (file: FileDraft): string | undefined =>
  file.held || file.chosen || file.isGone ? JSON.stringify(file) : undefined;

/** Chooses a file. Keeps the upload number if the same file was chosen before. */
export function choose(
  { held, chosen }: FileDraft,
  file: ChosenFile,
  isFinished = false,
): FileDraft {
  const { name, size, lastModified } = file;
  const before = [chosen, held].find((previous) => previous && isSameFile(previous, file));
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

/** Replaces the held file with the chosen file after its upload. */
export const hold = (file: FileDraft, upload: number): FileDraft =>
  file.chosen ? { held: { ...file.chosen, upload } } : file;

/** Removes the chosen file, and the held file if it has this upload number. */
export const drop = ({ held }: FileDraft, upload: number | undefined): FileDraft =>
  held?.upload === upload ? {} : { held };

/** Removes the file that the server (`held`) or the browser (`chosen`) has lost. */
export function lose(file: FileDraft, which: "held" | "chosen"): FileDraft {
  const held = which === "held" ? undefined : file.held;
  const chosen = which === "chosen" ? undefined : file.chosen;
  return { held, chosen, isGone: !held && !chosen };
}

/** Whether two files have the same name, size and time of modification. */
export const isSameFile = (one: Partial<ChosenFile>, other: ChosenFile): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
