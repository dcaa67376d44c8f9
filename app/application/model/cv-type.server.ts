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
 * Whether a file's content is of one of the accepted types, whatever its name says. Readers of
 * Word files take each other's formats under any of their endings, so the two need not agree.
 *
 * @param head the first bytes of the file, 1,024 where there are as many
 * @param content the whole file; read only as far as is needed
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

/** What a file begins with that something else would run or show, whatever comes behind it. */
const ACTIVE_START = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<|#!)/;

/** Whether bytes that stand before a PDF's header make the file something else as well. */
async function isSomethingElse(start: Uint8Array, latin1: string): Promise<boolean> {
  if (ACTIVE_START.test(latin1)) return true;
  const type = await fileTypeFromBuffer(start).catch(() => undefined);
  return type !== undefined && !ACCEPTED.has(type.mime);
}

/** What a browser may call an accepted CV. */
const NAMED_TYPES = new Set([...ACCEPTED, "text/rtf", "application/octet-stream"]);

/**
 * A content type as the browser gave it, or that of mere bytes: what a CV is called is not to make a
 * page or a program of it somewhere else.
 */
export function safeContentType(given: string | undefined): string {
  const type = given?.trim().toLowerCase() ?? "";
  return NAMED_TYPES.has(type) ? type : "application/octet-stream";
}
