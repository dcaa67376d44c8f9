import { fileExtension } from "../model/file-name";
import type { ScanResult } from "./file-scan.server";
import { isAccepted } from "./file-type.server";
import type { Finding } from "./finding";
import { searchObjectStreams } from "./object-streams.server";
import { isZip, readZipDirectory, type RandomAccessFile } from "./zip-directory.server";
import { EXAMINED, findActiveEntry, readTypeEntry } from "./zip-scan.server";

/** Number of bytes at the start of a file from which its type is detected. */
const SAMPLE_BYTES = 1024;

/** A ZIP with a larger declared unpacked size counts as a bomb. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;

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
    if (!isRight) return undefined;
    if (!scanned.pdf) return "none";
    return scanned.pdf.isActive ? "active" : searchObjectStreams(scanned.pdf, file);
  }
  const directory = readZipDirectory(file, EXAMINED);
  if (!directory && fileExtension(name) !== "zip") return undefined;
  const { entries, unpackedBytes, isWhole } = directory ?? EMPTY_DIRECTORY;
  if (unpackedBytes > MAX_UNPACKED_BYTES) return undefined;
  if (!(await isAccepted(name, accept, scanned, readTypeEntry(entries, file)))) return undefined;
  const finding = findActiveEntry(entries, file);
  return isWhole || finding === "active" ? finding : "unchecked";
}

const EMPTY_DIRECTORY = { entries: [], unpackedBytes: 0, isWhole: false };
