import { fileTypeFromBuffer } from "file-type/core";
import { MAX_PDF_HEADER_OFFSET, type ScanResult } from "./file-scan.server";
import { acceptedExtension, fileExtension } from "../model/file-name";
import { contentTypes, extensionForContent, FILE_TYPES } from "../model/file-types";
import { CV_EXTENSIONS } from "../model/cv-types";

/** A URL or email address in angle brackets, as in HTTP headers. Parsed as HTML, it has no script attribute. */
const ADDRESS = /<(?:https?:\/\/[^\s<>"'=?]*(?:\?[^\s<>"'/]*)?|[\w.+-]+@[\w.-]+)>/gi;

/**
 * Content that must not precede a PDF's header: markup, scripts, shortcuts, registry files, an open comment
 * that hides the PDF, or a web page for Word.
 */
const ACTIVE_PREFIX =
  /<[!?%a-z]|(?:^|[\r\n])[^\S\r\n]*(?:#!|%!|@echo\b|@?(?:cmd|powershell)\b|\[(?:autorun|desktop entry|internetshortcut)\]|regedit4|windows registry)|(?<!\*)\/\*(?![^]*\*\/)|\{\\rt|mime-version:/i;

/**
 * Whether the bytes before a PDF's header are neither code nor a file of another format. Printers, servers and old
 * Macs put other bytes there, and PDF readers ignore them.
 */
async function isInert(prefix: string): Promise<boolean> {
  // `file-type` would unpack archives, and does not recognize truncated images.
  if (["\u001f\u008b", ...STARTS].some((start) => prefix.includes(start))) return false;
  if (ACTIVE_PREFIX.test(prefix.replaceAll("\0", "").replace(ADDRESS, " "))) return false;
  const bytes = Uint8Array.from(prefix, (character) => character.charCodeAt(0));
  return (await findType(bytes)) === undefined;
}

/** The start of content that a browser renders, a shell or Windows runs, or Word opens as a web page. */
const ACTIVE =
  /(?:^|[\r\n])[^\S\r\n]*(?:<(?:!doctype|html|script|svg|\?)|#! ?\/|@echo\b|@?(?:cmd|powershell)\b)|mime-version:/i;

/**
 * Returns the extension of a file whose content matches its name, or undefined. Documents and images can have
 * each other's extensions (see `FileType`), but a PDF must be named `.pdf`. If the name has no extension, the
 * content determines it. Rejects some files that are also valid in a second format, such as a PDF followed
 * by an archive.
 * @param name a name with an accepted extension, or none
 * @param accept extensions that the field accepts
 * @param scanned result of a `FileScan` of the entire file
 * @param sample the part of the file that identifies its type, usually the start. Undefined for a ZIP without
 * such a part
 */
export async function findExtension(
  name: string,
  accept: readonly string[],
  scanned: ScanResult,
  sample: Uint8Array | undefined,
): Promise<string | undefined> {
  const extension =
    acceptedExtension(name, accept) ??
    (fileExtension(name) === "" ? await guessExtension(accept, scanned, sample) : undefined);
  return extension !== undefined && (await isContentValid(extension, accept, scanned, sample))
    ? extension
    : undefined;
}

/** Guesses a file's extension from its content, without validating the content. */
async function guessExtension(
  accept: readonly string[],
  { head, hasNul }: ScanResult,
  sample: Uint8Array | undefined,
): Promise<string | undefined> {
  if (findPdf(head) >= 0) return accept.find((extension) => extension === "pdf");
  const type = await detectContent(sample);
  if (type !== undefined) return extensionForContent(type, accept);
  const isText = (extension: string) => FILE_TYPES.get(extension)?.group === "text";
  return hasNul || ACTIVE.test(head) ? undefined : accept.find(isText);
}

async function isContentValid(
  extension: string,
  accept: readonly string[],
  scanned: ScanResult,
  sample: Uint8Array | undefined,
): Promise<boolean> {
  const { head } = scanned;
  const pdfOffset = findPdf(head);
  if (FILE_TYPES.get(extension)?.group === "text") return !scanned.hasNul;
  if (pdfOffset >= 0) {
    return extension === "pdf" && isOnlyPdf(scanned) && isInert(head.slice(0, pdfOffset));
  }
  const type = await detectContent(sample);
  if (type === undefined || !contentTypes(extension, accept).includes(type)) return false;
  const start = head.slice(0, MAX_PDF_HEADER_OFFSET);
  if (ZIP.test(type)) return isNotMime(start);
  if (type.startsWith("image/")) return isNotMime(start) && !scanned.hasArchive;
  return isNotMime(start) && !scanned.endsAsArchive;
}

/** Returns the offset of a PDF's header, or -1. */
const findPdf = (head: string): number => head.slice(0, MAX_PDF_HEADER_OFFSET).indexOf("%PDF-");

const detectContent = async (sample: Uint8Array | undefined) =>
  sample ? detectType(sample) : "application/zip";

/** Signatures at the start of accepted files: ZIP, CFB, RTF, JPEG, PNG, GIF; WebP, MP4. */
const STARTS = [
  ...["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0", "{\\rtf", "\u00ff\u00d8\u00ff"],
  ...["\u0089PNG", "GIF8"],
];
const LATER_START = /^(?:RIFF[^]{4}WEBP|[^]{4}ftyp)/;

/**
 * Returns the content type of a file. Other types are not detected, because detecting some of them is
 * expensive.
 */
async function detectType(sample: Uint8Array): Promise<string | undefined> {
  // `TextDecoder` would change bytes such as 0x89.
  const start = String.fromCharCode(...sample.subarray(0, 12));
  const isKnown = STARTS.some((known) => start.startsWith(known)) || LATER_START.test(start);
  return isKnown ? findType(sample) : undefined;
}

const findType = async (bytes: Uint8Array): Promise<string | undefined> =>
  (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;

/** Types whose files are ZIP archives. */
const ZIP = /zip|officedocument|opendocument/;

/** Whether the start of a file has no `MIME-Version` header. Word opens a file with this header as a web page. */
const isNotMime = (start: string) => !/mime-version:/i.test(start.replaceAll("\0", ""));

/** Whether a PDF seems to have no archive, and no active content after its header or its end. */
function isOnlyPdf({ head, afterPdf, hasArchive, endsAsArchive }: ScanResult): boolean {
  const afterHeader = head.slice(head.indexOf("%PDF-"));
  const [beforeObjects = ""] = afterHeader.split(/\d\s+obj\b/, 1);
  if (hasArchive || endsAsArchive || beforeObjects.includes("PK\u0003\u0004")) return false;
  return !ACTIVE.test(beforeObjects) && !ACTIVE.test(afterPdf);
}

/**
 * Returns the browser's content type if it is accepted, otherwise `application/octet-stream`. A download with
 * a wrong type might be executed or rendered as a page. Only `.pdf` files can have the PDF type.
 * @param accept extensions that the field accepts
 */
export function safeContentType(
  given: string | undefined,
  name: string,
  accept: readonly string[] = CV_EXTENSIONS,
): string {
  const type = given?.trim().toLowerCase() ?? "";
  const matchesName = (type === "application/pdf") === (fileExtension(name) === "pdf");
  const types = accept.flatMap((extension) => {
    const { content = [], named = [] } = FILE_TYPES.get(extension) ?? {};
    return [...content, ...named];
  });
  return matchesName && types.includes(type) ? type : "application/octet-stream";
}
