import { removeControls } from "~/contract/text";
import { FILE_NAME_MAX_LENGTH } from "./limits";

/**
 * Removes folders, control characters, bidi characters, and spaces and dots at the end from a file name. Cuts the
 * name to `FILE_NAME_MAX_LENGTH` characters, but keeps a short extension.
 */
export function safeFileName(name: string): string {
  const parts = removeControls(name).split(/[\\/]/);
  const last = parts.findLast((part) => part !== "") ?? "";
  // Matches greedily from the start, so that it takes linear time.
  const safe = /^[^]*[^\s.\p{Cf}]/u.exec(last)?.[0] ?? last;
  const characters = Array.from(safe);
  if (characters.length <= FILE_NAME_MAX_LENGTH) return safe;
  const extension = /\.[^.]{1,8}$/.exec(safe)?.[0] ?? "";
  return characters.slice(0, FILE_NAME_MAX_LENGTH - extension.length).join("") + extension;
}

/**
 * A file name's extension in lower case without the dot. Empty if there is none, as in `document:1234` or
 * `cv v2.1`.
 */
export const fileExtension = (name: string): string =>
  (/\.([a-z][a-z\d]{0,7})[\s.\p{Cf}]*$/iu.exec(name)?.[1] ?? "").toLowerCase();

export const JPEG_EXTENSIONS: readonly string[] = ["jpg", "jpeg", "jpe", "jfif", "pjpeg", "pjp"];

/** Returns the accepted extension of a file name. All JPEG extensions are equivalent. */
export function acceptedExtension(name: string, accept: readonly string[]): string | undefined {
  const extension = fileExtension(name);
  const alike = JPEG_EXTENSIONS.includes(extension) ? JPEG_EXTENSIONS : [];
  return [extension, ...alike].find((item) => accept.includes(item));
}

/** Whether a name has an accepted extension, or none, so that the content decides. */
export const isNameAccepted = (name: string, accept: readonly string[]): boolean =>
  fileExtension(name) === "" || acceptedExtension(name, accept) !== undefined;

/** Names a file so that its name ends in an extension. */
export function nameWithExtension(name: string, extension: string): string {
  const current = fileExtension(name);
  if (current === extension) return name;
  const stem = current === "" ? name : name.slice(0, name.lastIndexOf("."));
  return safeFileName(`${stem}.${extension}`);
}

/** Whether a name has an image's extension. The image might be of another format. */
export const isImageName = (name: string): boolean =>
  /^(p?jp|jfif|png|he?i|webp|avif|gif|bmp|tif)/.test(fileExtension(name));

/** Whether a file seems to be a photo of any format, judging by its name and the browser's type. */
export const isPhoto = ({ name, type = "" }: { name: string; type?: string | undefined }) =>
  type.startsWith("image/") || isImageName(name);
