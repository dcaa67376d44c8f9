import { PDF_OVERLAP_BYTES, PdfScan, type PdfContent } from "./pdf-scan.server";

/** Maximum number of bytes stored from the start of a file. */
const HEAD_BYTES = 2048;

/** Maximum number of bytes stored after a PDF's last end marker. */
const AFTER_BYTES = 1024;

/** Number of bytes scanned at a time, and overlap with the previous part. Longer strings would use more memory. */
const PART_BYTES = 16 * 1024;
const OVERLAP_BYTES = PDF_OVERLAP_BYTES;

/** A PDF's header is within the first 1,024 bytes (ISO 32000-1, annex H, note 13). */
export const MAX_PDF_HEADER_OFFSET = 1024;

/** The result of scanning an entire file. Strings have one character per byte. */
export interface ScanResult {
  /** Up to the first 2,048 bytes. */
  head: string;
  /** Up to 1,024 bytes after the last `%%EOF`, if any. */
  afterPdf: string;
  /** Whether the file contains a RAR or 7z signature, or a ZIP's end record after the last PDF stream. */
  hasArchive: boolean;
  /** Whether the file ends with a ZIP's end record, so that programs can open it as an archive. */
  endsAsArchive: boolean;
  hasNul: boolean;
  /** Undefined if the file is not a PDF. */
  pdf: PdfContent | undefined;
}

const PDF_END = "%%EOF";
/** The end of a PDF stream. LibreOffice can embed an uncompressed .odt file in such a stream. */
const STREAM_END = "endstream";
/** Signature of a ZIP's end record, with the disk numbers of a single-disk archive. */
const ZIP_END = "PK\u0005\u0006\0\0\0\0";
const ZIP_END_BYTES = 22;
/** A part with this many end record signatures counts as an archive. */
const MAX_ZIP_ENDS = 16;
const OTHER_ARCHIVES = ["Rar!\u001a\u0007", "7z\u00bc\u00af'\u001c"];

/**
 * Scans a file that arrives in parts of any size. Stores only short sections of the file. Small parts are
 * joined, so the work doesn't depend on their size. Only native searches examine every byte.
 */
export class FileScan {
  readonly #window = new Uint8Array(OVERLAP_BYTES + PART_BYTES);
  /** Length of the overlap with the previous part, and of the window's content. */
  #overlap = 0;
  #length = 0;
  /** Number of bytes before the window. */
  #start = 0;
  #head = "";
  #after = "";
  #streamEnd = -1;
  #pdfEnd = -1;
  #zip = { at: -1, end: -1 };
  #hasOther = false;
  #hasManyZipEnds = false;
  #hasNul = false;
  #pdf: PdfScan | undefined;

  update(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.byteLength;) {
      const part = bytes.subarray(offset, offset + this.#window.byteLength - this.#length);
      this.#window.set(part, this.#length);
      this.#length += part.byteLength;
      offset += part.byteLength;
      if (this.#length === this.#window.byteLength) this.#scan();
    }
  }

  end(): ScanResult {
    if (this.#length > this.#overlap) this.#scan();
    const size = this.#start + this.#length;
    return {
      head: this.#head,
      afterPdf: this.#after,
      hasArchive: this.#hasOther || this.#hasManyZipEnds || this.#zip.at > this.#streamEnd,
      endsAsArchive:
        this.#hasManyZipEnds || (this.#zip.at >= 0 && this.#zip.end === this.#start + this.#length),
      hasNul: this.#hasNul,
      pdf: this.#pdf?.end(size),
    };
  }

  #scan(): void {
    const window = this.#window.subarray(0, this.#length);
    const text = latin1.decode(window);
    const start = this.#start;
    if (start === 0) {
      // `TextDecoder` changes bytes from 0x80 to 0x9F, which patterns of file types contain.
      this.#head = String.fromCharCode(...window.subarray(0, HEAD_BYTES));
      if (text.slice(0, MAX_PDF_HEADER_OFFSET).includes("%PDF-")) this.#pdf = new PdfScan();
    }
    this.#hasNul ||= window.includes(0);

    const streamEnd = text.lastIndexOf(STREAM_END);
    if (streamEnd >= 0) this.#streamEnd = start + streamEnd;
    const zip = findZipEnd(text);
    if (zip === "many") this.#hasManyZipEnds = true;
    else if (zip >= 0)
      this.#zip = { at: start + zip, end: start + zip + zipEndLength(window, zip) };
    this.#hasOther ||= OTHER_ARCHIVES.some((mark) => text.includes(mark));

    const pdfEnd = text.lastIndexOf(PDF_END);
    if (pdfEnd >= 0 && start + pdfEnd !== this.#pdfEnd) {
      this.#pdfEnd = start + pdfEnd;
      this.#after = text.slice(pdfEnd + PDF_END.length).slice(0, AFTER_BYTES);
    } else if (this.#pdfEnd >= 0) {
      const left = AFTER_BYTES - this.#after.length;
      this.#after += text.slice(this.#overlap).slice(0, left);
    }

    this.#pdf?.scan(text, start);
    this.#overlap = Math.min(this.#length, OVERLAP_BYTES);
    this.#start += this.#length - this.#overlap;
    this.#window.copyWithin(0, this.#length - this.#overlap, this.#length);
    this.#length = this.#overlap;
  }
}

const latin1 = new TextDecoder("latin1");

/**
 * Returns the index of the last ZIP end record, or -1. The record has equal file counts for its disk and in total,
 * unlike most chance matches of its signature.
 */
function findZipEnd(text: string): number | "many" {
  let i = text.length - ZIP_END_BYTES + 1;
  for (let tries = 0; tries < MAX_ZIP_ENDS; tries += 1) {
    i = i > 0 ? text.lastIndexOf(ZIP_END, i - 1) : -1;
    if (i < 0 || text.slice(i + 8, i + 10) === text.slice(i + 10, i + 12)) return i;
  }
  return "many";
}

/** Length of a ZIP's end record with its comment. */
const zipEndLength = (bytes: Uint8Array, offset: number): number =>
  ZIP_END_BYTES + (bytes[offset + 20] ?? 0) + 256 * (bytes[offset + 21] ?? 0);
