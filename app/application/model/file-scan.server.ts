/** Maximum number of bytes stored from the start of a file. */
const HEAD_BYTES = 2048;

/** Maximum number of bytes stored after a PDF's last end marker. */
const AFTER_BYTES = 1024;

/** Number of bytes scanned at once, and overlap with the previous part. */
const PART_BYTES = 64 * 1024;
const OVERLAP_BYTES = 32;

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
}

const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const latin1 = new TextDecoder("latin1");

const PDF_END = toBytes("%%EOF");
/** The end of a PDF stream. LibreOffice can embed an uncompressed .odt file in such a stream. */
const STREAM_END = toBytes("endstream");
/** The start of a ZIP's end record, with the disk numbers of a single-disk archive. */
const ZIP_END = toBytes("PK\u0005\u0006\0\0\0\0");
const ZIP_END_BYTES = 22;
const OTHER_ARCHIVES = [toBytes("Rar!\u001a\u0007"), toBytes("7z\u00bc\u00af'\u001c")];

/** Scans a file that arrives in parts of any size. Stores only short sections of the file. */
export class FileScan {
  readonly #head = new Prefix(HEAD_BYTES);
  readonly #after = new Prefix(AFTER_BYTES);
  /** The end of the previous part, followed by the current part. */
  readonly #window = new Uint8Array(OVERLAP_BYTES + PART_BYTES);
  #overlap = 0;
  #size = 0;
  #streamEnd = -1;
  #pdfEnd = -1;
  #zip = { at: -1, end: -1 };
  #hasOther = false;
  #hasNul = false;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength; at += PART_BYTES) {
      this.#scan(bytes.subarray(at, at + PART_BYTES));
    }
  }

  end(): ScanResult {
    return {
      head: this.#head.text,
      afterPdf: this.#after.text,
      hasArchive: this.#hasOther || this.#zip.at > this.#streamEnd,
      endsAsArchive: this.#zip.at >= 0 && this.#zip.end === this.#size,
      hasNul: this.#hasNul,
    };
  }

  #scan(part: Uint8Array): void {
    this.#head.add(part);
    this.#hasNul ||= part.includes(0);
    this.#window.set(part, this.#overlap);
    const length = this.#overlap + part.byteLength;
    const window = this.#window.subarray(0, length);
    const start = this.#size - this.#overlap;
    this.#size += part.byteLength;

    const streamEnd = findLast(window, STREAM_END);
    if (streamEnd >= 0) this.#streamEnd = start + streamEnd;
    const zip = findLast(
      window,
      ZIP_END,
      (at) => at + ZIP_END_BYTES <= length && isZipEnd(window, at),
    );
    if (zip >= 0) this.#zip = { at: start + zip, end: start + zip + zipEndLength(window, zip) };
    this.#hasOther ||= OTHER_ARCHIVES.some((mark) => findLast(window, mark) >= 0);

    const pdfEnd = findLast(window, PDF_END);
    if (pdfEnd >= 0 && start + pdfEnd !== this.#pdfEnd) {
      this.#pdfEnd = start + pdfEnd;
      this.#after.clear();
      this.#after.add(window.subarray(pdfEnd + PDF_END.length));
    } else if (this.#pdfEnd >= 0) this.#after.add(part);

    this.#overlap = Math.min(length, OVERLAP_BYTES);
    this.#window.copyWithin(0, length - this.#overlap, length);
  }
}

class Prefix {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes);
  }

  get text(): string {
    return latin1.decode(this.#bytes.subarray(0, this.#length));
  }

  add(bytes: Uint8Array): void {
    const part = bytes.subarray(0, this.#bytes.byteLength - this.#length);
    this.#bytes.set(part, this.#length);
    this.#length += part.byteLength;
  }

  clear(): void {
    this.#length = 0;
  }
}

/** Returns the index of the last occurrence of `mark` for which `isRight` is true, or -1. */
function findLast(bytes: Uint8Array, mark: Uint8Array, isRight = (_at: number) => true): number {
  const [first = 0] = mark;
  for (
    let at = bytes.lastIndexOf(first);
    at >= 0;
    at = at ? bytes.lastIndexOf(first, at - 1) : -1
  ) {
    let same = 1;
    while (same < mark.length && bytes[at + same] === mark[same]) same++;
    if (same === mark.length && isRight(at)) return at;
  }
  return -1;
}

/** Whether an end record has equal file counts for its disk and in total. Most chance matches don't. */
const isZipEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 8] === bytes[at + 10] && bytes[at + 9] === bytes[at + 11];

/** Length of a ZIP's end record with its comment. */
const zipEndLength = (bytes: Uint8Array, at: number): number =>
  ZIP_END_BYTES + (bytes[at + 20] ?? 0) + 256 * (bytes[at + 21] ?? 0);
