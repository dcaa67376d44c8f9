import { fileExtension, isPhoto } from "../model/file-name";
import type { FormTexts } from "./texts";

type ChosenFile = Pick<File, "name" | "size" | "type">;

/**
 * Returns the key of an error message for a chosen file, or undefined. The server also checks the content.
 *
 * @param accept file extensions with their dots, as in the `accept` attribute
 */
export function findFileError(
  file: ChosenFile,
  { accept, maxBytes }: { accept: string; maxBytes: number },
): keyof FormTexts | undefined {
  const { name, size } = file;
  const extension = fileExtension(name);
  if (extension && !accept.split(",").includes(`.${extension}`)) return typeError(file, accept);
  if (size === 0) return "error.cv_empty";
  if (size > maxBytes) return "error.file_large";
  return undefined;
}

/** Returns the key of the error message for a file whose name or content has the wrong type. */
export const typeError = (file: ChosenFile, accept: string) =>
  accept.includes(".jp") && isPhoto(file) ? "error.photo_type" : "error.cv_type";

/** Whether a chosen file can still be read. False, for example, for a folder or a file that was deleted. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
