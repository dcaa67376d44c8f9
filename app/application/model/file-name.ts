import { CV_EXTENSIONS, FILE_NAME_MAX_LENGTH } from "./limits";

/** Control characters, and those that turn the reading direction: none belongs in a file's name. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A file's name without control and bidi characters and without folders of either kind, cut to
 * `FILE_NAME_MAX_LENGTH` characters. Accents, emoji and the ending stay.
 */
export function safeFileName(name: string): string {
  const parts = name.replace(UNSAFE, "").split(/[\\/]/);
  const safe = parts.findLast((part) => part !== "") ?? "";
  const characters = Array.from(safe);
  if (characters.length <= FILE_NAME_MAX_LENGTH) return safe;
  const ending = /\.[^.]{1,8}$/.exec(safe)?.[0] ?? "";
  return characters.slice(0, FILE_NAME_MAX_LENGTH - ending.length).join("") + ending;
}

/** The ending of a file's name in lower case, without its dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Whether a file's name has the ending of an accepted type of CV. */
export function hasCvExtension(name: string): boolean {
  return CV_EXTENSIONS.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}

/** Whether a file's name is that of an image, for which a PDF is recommended instead. */
export function isImageName(name: string): boolean {
  return /\.(jpe?g|png)$/i.test(name);
}
