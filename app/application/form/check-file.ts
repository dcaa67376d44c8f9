import type { FormTexts } from "./texts";

/**
 * The message against a file that can be given before it is sent; the server looks at its content
 * as well. Sizes in bytes.
 *
 * @param accept endings with their dots, as the field's attribute has them
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
 * Whether a chosen file can still be read: a cloud picker may have lost it, a discarded tab
 * forgotten it, its owner changed or removed it since, and a folder never was one.
 */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
