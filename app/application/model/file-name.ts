import { removeControls } from "../../../contract/text";
import { CV_EXTENSIONS } from "./cv-types";
import { FILE_NAME_MAX_LENGTH } from "./limits";

/**
 * Removes folders, control characters and bidi characters from a file name. Cuts the name to
 * `FILE_NAME_MAX_LENGTH` characters, but keeps a short extension.
 */
export function safeFileName(name: string): string {
  const parts = removeControls(name).split(/[\\/]/);
  const safe = parts.findLast((part) => part !== "") ?? "";
  const characters = Array.from(safe);
  if (characters.length <= FILE_NAME_MAX_LENGTH) return safe;
  const extension = /\.[^.]{1,8}$/.exec(safe)?.[0] ?? "";
  return characters.slice(0, FILE_NAME_MAX_LENGTH - extension.length).join("") + extension;
}

/** A file name's extension in lower case without the dot, or an empty string. */
export function fileExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

export function hasCvExtension(name: string): boolean {
  return CV_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

export function isImageName(name: string): boolean {
  return /\.(jpe?g|png)$/i.test(name);
}
