import type { ScanResult } from "./file-scan.server";
import { findExtension } from "./file-type.server";
import type { Finding } from "./finding";
import { searchObjectStreams } from "./object-streams.server";
import { isZip, readZipDirectory, type RandomAccessFile } from "./zip-directory.server";
import { EXAMINED, findActiveEntry, readTypeEntry } from "./zip-scan.server";

/** Number of bytes at the start of a file that are used to detect its type. */
const SAMPLE_BYTES = 1024;

/** A ZIP with a larger declared unpacked size counts as a bomb. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;

/**
 * Checks a stored file's type and searches it for active content: JavaScript or a launch action in a PDF, macros
 * or a remote template in a Word document. Doesn't search old Word and RTF files.
 * @param name a name with an accepted extension, or none
 * @param accept extensions that the field accepts
 * @param scanned result of a `FileScan` of the entire file
 * @returns the file's extension and what was found, or undefined if the file is not accepted
 */
export async function inspectFile(
  name: string,
  accept: readonly string[],
  scanned: ScanResult,
  file: RandomAccessFile,
): Promise<{ extension: string; finding: Finding } | undefined> {
  if (!isZip(scanned.head)) {
    const sample = file.read(0, SAMPLE_BYTES);
    const extension = await findExtension(name, accept, scanned, sample);
    return extension === undefined
      ? undefined
      : { extension, finding: await search(scanned, file) };
  }
  const directory = readZipDirectory(file, EXAMINED);
  const { entries, unpackedBytes, isWhole } = directory ?? EMPTY_DIRECTORY;
  if (unpackedBytes > MAX_UNPACKED_BYTES) return undefined;
  const extension = await findExtension(name, accept, scanned, readTypeEntry(entries, file));
  if (extension === undefined || (!directory && extension !== "zip")) return undefined;
  const finding = findActiveEntry(entries, file);
  return { extension, finding: isWhole || finding === "active" ? finding : "unchecked" };
}

async function search({ pdf }: ScanResult, file: RandomAccessFile): Promise<Finding> {
  if (!pdf) return "none";
  return pdf.isActive ? "active" : searchObjectStreams(pdf, file);
}

const EMPTY_DIRECTORY = { entries: [], unpackedBytes: 0, isWhole: false };
