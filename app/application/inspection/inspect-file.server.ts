import { fileExtension } from "../model/file-name";
import type { ScanResult } from "./file-scan.server";
import { isAccepted } from "./file-type.server";
import type { Finding } from "./finding";
import { isZip, readZipEntries, type RandomAccessFile } from "./zip-directory.server";
import { findActiveEntry, isZipBomb, readTypeEntry } from "./zip-scan.server";

/** Number of bytes at the start of a file from which its type is detected. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Checks a stored file's type and searches it for active content: JavaScript or a launch action in a PDF, macros
 * or a remote template in a Word document. Doesn't search old Word and RTF files.
 * @param name a name with an accepted extension
 * @param accept extensions that the field accepts
 * @param scanned result of a `FileScan` of the entire file
 * @returns undefined if the file is not accepted
 */
export async function inspectFile(
  name: string,
  accept: readonly string[],
  scanned: ScanResult,
  file: RandomAccessFile,
): Promise<Finding | undefined> {
  if (!isZip(scanned.head)) {
    const isRight = await isAccepted(name, accept, scanned, file.read(0, SAMPLE_BYTES));
    return isRight ? scanned.pdfFinding : undefined;
  }
  const directory = readZipEntries(file);
  const { entries, isWhole } = directory ?? { entries: [], isWhole: false };
  const isUnreadable = !directory && fileExtension(name) !== "zip";
  if (isUnreadable || isZipBomb(entries)) return undefined;
  const sample = readTypeEntry(entries, file) ?? file.read(0, SAMPLE_BYTES);
  if (!(await isAccepted(name, accept, scanned, sample))) return undefined;
  const finding = findActiveEntry(entries, file);
  return isWhole || finding === "active" ? finding : "unchecked";
}
