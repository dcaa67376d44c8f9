import { fileTypeFromStream } from "file-type/core";
import type { Scanned } from "./cv-scan.server";
import { extensionOf } from "./file-name";

/** The content types of the accepted CVs, as `file-type` names them; `x-cfb` is the old .doc. */
const ACCEPTED = new Set([
  "application/pdf",
  "application/x-cfb",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/rtf",
  "image/jpeg",
  "image/png",
]);

/** A PDF's header stands within these first bytes (ISO 32000-1, annex H, note 13). */
const PDF_HEADER_WITHIN = 1024;

/** What may stand before a PDF's header: a mark of its encoding, and white space as a PDF has it. */
const BEFORE_PDF = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\0\t\n\f\r ]*$/;

/** The beginning of something that a browser shows, a shell or Windows runs, or Word opens as a page. */
const ACTIVE =
  /(?:^|[\r\n])[^\S\r\n]*(?:<(?:!doctype|html|script|svg|\?)|#! ?\/|@echo\b|@?(?:cmd|powershell)\b)|mime-version:/i;

/**
 * Whether a whole file is a CV: its content is of an accepted type and of no other, too. The ending
 * need not match the content, because programs that open Word files accept each format under each of
 * the endings; only a PDF's name ends in `.pdf`, so that nothing but a PDF reader opens it.
 *
 * @param name the file's name, which has an accepted ending
 * @param scanned what a `CvScan` of the whole file found
 * @param content the whole file; only as much of it is read as is needed
 */
export async function isCv(
  name: string,
  scanned: Scanned,
  content: ReadableStream<Uint8Array>,
): Promise<boolean> {
  const start = scanned.head.slice(0, PDF_HEADER_WITHIN);
  const pdfAt = start.indexOf("%PDF-");
  if (pdfAt >= 0) {
    await content.cancel();
    return (
      extensionOf(name) === "pdf" && BEFORE_PDF.test(start.slice(0, pdfAt)) && isOnlyPdf(scanned)
    );
  }
  const type = await fileTypeFromStream(content).catch(() => undefined);
  if (type === undefined || !ACCEPTED.has(type.mime)) return false;
  // Word opens what says so as a page with scripts, whatever it begins with.
  if (/mime-version:/i.test(start.replaceAll("\0", ""))) return false;
  if (type.mime.startsWith("image/")) return !scanned.hasArchive;
  return type.ext === "docx" || !scanned.endsAsArchive;
}

/** Whether nothing else begins behind a PDF's header or behind its end. */
function isOnlyPdf({ head, afterPdf, hasArchive, endsAsArchive }: Scanned): boolean {
  const behindHeader = head.slice(head.indexOf("%PDF-"));
  const [beforeObjects = ""] = behindHeader.split(/\d\s+obj\b/, 1);
  if (hasArchive || endsAsArchive || beforeObjects.includes("PK\u0003\u0004")) return false;
  return !ACTIVE.test(beforeObjects) && !ACTIVE.test(afterPdf);
}

/** The content types that a browser may send with an accepted CV. */
const NAMED_TYPES = new Set([...ACCEPTED, "text/rtf", "application/octet-stream"]);

/**
 * The content type that the browser sent, if it is one of a CV, else `application/octet-stream`. A
 * false type could make whoever downloads the CV show it as a page or run it. A PDF is called a PDF, and
 * nothing else is.
 */
export function safeContentType(given: string | undefined, name: string): string {
  const type = given?.trim().toLowerCase() ?? "";
  const isFitting = (type === "application/pdf") === (extensionOf(name) === "pdf");
  return isFitting && NAMED_TYPES.has(type) ? type : "application/octet-stream";
}
