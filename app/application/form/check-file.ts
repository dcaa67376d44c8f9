import type { FormTexts } from "./texts";

/**
 * Returns the key of an error message for a chosen file, or undefined. The server also checks the content.
 *
 * @param accept file extensions with their dots, as in the `accept` attribute
 */
export function findFileError(
  { name, size }: Pick<File, "name" | "size">,
  { accept, maxBytes }: { accept: string; maxBytes: number },
): keyof FormTexts | undefined {
  if (!accept.split(",").some((ending) => name.toLowerCase().endsWith(ending)))
    return "error.cv_type";
  if (size === 0) return "error.cv_empty";
  if (size > maxBytes) return "error.file_large";
  return undefined;
}

/** Whether a chosen file can still be read. False, for example, for a folder or a file that was deleted. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
