import { hasCvExtension } from "../model/file-name";

/** What can be said against a file before it is sent; the server looks at its content as well. */
export type CvFault = "wrong-type" | "empty" | "too-large";

/** Sizes in bytes. */
export function faultOfFile(
  { name, size }: Pick<File, "name" | "size">,
  maxBytes: number,
): CvFault | undefined {
  if (!hasCvExtension(name)) return "wrong-type";
  if (size === 0) return "empty";
  if (size > maxBytes) return "too-large";
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
