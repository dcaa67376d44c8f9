import type { FormTexts } from "./texts";

/**
 * Returns the key of a chosen file's error message. The server also checks the content. Sizes are in bytes.
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

/**
 * Whether a chosen file can still be read. False for a folder, and for a file that was changed, deleted, or lost
 * by a cloud picker or a discarded tab.
 */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
