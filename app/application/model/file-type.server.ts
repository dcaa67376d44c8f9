import { fileTypeFromStream } from "file-type/core";
import type { ScanResult } from "./file-scan.server";
import { extensionOf } from "./file-name";
import { contentTypes, FILE_TYPES } from "./file-types";
import { CV_EXTENSIONS } from "./limits";

/** A PDF's header stands within these first bytes (ISO 32000-1, annex H, note 13). */
const MAX_PDF_HEADER_OFFSET = 1024;

/** What may stand before a PDF's header: a mark of its encoding, and white space as a PDF has it. */
const BEFORE_PDF = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\0\t\n\f\r ]*$/;

/** The beginning of something that a browser shows, a shell or Windows runs, or Word opens as a page. */
const ACTIVE =
  /(?:^|[\r\n])[^\S\r\n]*(?:<(?:!doctype|html|script|svg|\?)|#! ?\/|@echo\b|@?(?:cmd|powershell)\b)|mime-version:/i;

/**
 * Whether a whole file is of an accepted type: its content is what one with its ending may be, and
 * nothing else, too. Programs that open Word files accept each format under each of the endings, so
 * documents and images may have each other's content; only a PDF's name ends in `.pdf`, so that nothing
 * but a PDF reader opens it.
 *
 * @param name the file's name, which has an accepted ending
 * @param accept the endings that its field accepts
 * @param scanned what a `FileScan` of the whole file found
 * @param content the whole file; only as much of it is read as is needed
 */
export async function isAccepted(
  name: string,
  accept: readonly string[],
  scanned: ScanResult,
  content: ReadableStream<Uint8Array>,
): Promise<boolean> {
  const ending = extensionOf(name);
  const start = scanned.head.slice(0, MAX_PDF_HEADER_OFFSET);
  const pdfAt = start.indexOf("%PDF-");
  const isText = FILE_TYPES.get(ending)?.group === "text";
  if (pdfAt >= 0 || isText) await content.cancel();
  if (isText) return !scanned.hasNul;
  if (pdfAt >= 0) {
    return ending === "pdf" && BEFORE_PDF.test(start.slice(0, pdfAt)) && isOnlyPdf(scanned);
  }
  const type = await fileTypeFromStream(content).catch(() => undefined);
  if (type === undefined || !contentTypes(ending, accept).includes(type.mime)) return false;
  if (ZIP.test(type.mime)) return isNotMime(start);
  if (type.mime.startsWith("image/")) return isNotMime(start) && !scanned.hasArchive;
  return isNotMime(start) && !scanned.endsAsArchive;
}

/** What is a ZIP, and so ends as an archive. */
const ZIP = /zip|officedocument|opendocument/;

/** Word opens what says so as a page with scripts, whatever it begins with. */
const isNotMime = (start: string) => !/mime-version:/i.test(start.replaceAll("\0", ""));

/** Whether nothing else begins behind a PDF's header or behind its end. */
function isOnlyPdf({ head, afterPdf, hasArchive, endsAsArchive }: ScanResult): boolean {
  const behindHeader = head.slice(head.indexOf("%PDF-"));
  const [beforeObjects = ""] = behindHeader.split(/\d\s+obj\b/, 1);
  if (hasArchive || endsAsArchive || beforeObjects.includes("PK\u0003\u0004")) return false;
  return !ACTIVE.test(beforeObjects) && !ACTIVE.test(afterPdf);
}

/**
 * The content type that the browser sent, if it is one of the accepted types, else
 * `application/octet-stream`. A false type could make whoever downloads the file show it as a page or
 * run it. A PDF is called a PDF, and nothing else is.
 *
 * @param accept the endings that the file's field accepts
 */
export function safeContentType(
  given: string | undefined,
  name: string,
  accept: readonly string[] = CV_EXTENSIONS,
): string {
  const type = given?.trim().toLowerCase() ?? "";
  const isFitting = (type === "application/pdf") === (extensionOf(name) === "pdf");
  const types = accept.flatMap((ending) => {
    const { content = [], named = [] } = FILE_TYPES.get(ending) ?? {};
    return [...content, ...named];
  });
  return isFitting && types.includes(type) ? type : "application/octet-stream";
}
