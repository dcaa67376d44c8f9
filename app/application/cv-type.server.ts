import { fileTypeFromStream } from "file-type/core";

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
  const latin1 = new TextDecoder("latin1").decode(head.subarray(0, PDF_HEADER_WITHIN));
  if (latin1.includes("%PDF-")) {
    await content.cancel();
    return true;
  }
  const type = await fileTypeFromStream(content).catch(() => undefined);
  return type !== undefined && ACCEPTED.has(type.mime);
}
