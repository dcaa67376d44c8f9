import { fileTypeFromBuffer, fileTypeFromStream } from "file-type/core";

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

/** A PDF may have other bytes before its header, up to here (ISO 32000-1, annex H, note 13). */
const PDF_HEADER_WITHIN = 1024;

/**
 * Whether a file's content is of an accepted type, whatever its name says. The ending need not match
 * the content: programs that open Word files accept each format under each of the endings.
 *
 * @param head the first 1,024 bytes of the file, or all of a shorter one
 * @param content the whole file; only as much of it is read as is needed
 */
export async function hasCvContent(
  head: Uint8Array,
  content: ReadableStream<Uint8Array>,
): Promise<boolean> {
  const start = head.subarray(0, PDF_HEADER_WITHIN);
  const latin1 = new TextDecoder("latin1").decode(start);
  const pdfAt = latin1.indexOf("%PDF-");
  if (pdfAt >= 0) {
    await content.cancel();
    return pdfAt === 0 || !(await isSomethingElse(start, latin1));
  }
  const type = await fileTypeFromStream(content).catch(() => undefined);
  return type !== undefined && ACCEPTED.has(type.mime);
}

/** The beginning of a file that a browser would show as a page, or a shell would run. */
const ACTIVE_START = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<|#!)/;

/** Whether the bytes before a PDF's header make the file one of another type, too. */
async function isSomethingElse(start: Uint8Array, latin1: string): Promise<boolean> {
  if (ACTIVE_START.test(latin1)) return true;
  const type = await fileTypeFromBuffer(start).catch(() => undefined);
  return type !== undefined && !ACCEPTED.has(type.mime);
}

/** The content types that a browser may send with an accepted CV. */
const NAMED_TYPES = new Set([...ACCEPTED, "text/rtf", "application/octet-stream"]);

/**
 * The content type that the browser sent, if it is one of a CV, else `application/octet-stream`. A
 * false type could make whoever downloads the CV show it as a page or run it.
 */
export function safeContentType(given: string | undefined): string {
  const type = given?.trim().toLowerCase() ?? "";
  return NAMED_TYPES.has(type) ? type : "application/octet-stream";
}
