/** Bytes of a file's beginning that tell its type: a PDF's header, and what follows it. */
const HEAD_BYTES = 2048;

/** Bytes that are looked at behind the last end of a PDF. */
const AFTER_BYTES = 1024;

/** The most bytes in which the scan looks at once, and those of the part before that it sees again. */
const PART_BYTES = 64 * 1024;
const OVERLAP_BYTES = 32;

/** What a file's bytes are, besides what its first ones say. All texts have a character for a byte. */
export interface ScanResult {
  /** The first 2,048 bytes. */
  head: string;
  /** What follows the last `%%EOF`, up to 1,024 bytes; empty if there is none. */
  afterPdf: string;
  /** An archive begins or ends somewhere in it, and no stream of a PDF has that archive in it. */
  hasArchive: boolean;
  /** Programs that read archives from their end open it as one. */
  endsAsArchive: boolean;
  /** A NUL byte is in it, which no plain text has. */
  hasNul: boolean;
}

const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const latin1 = new TextDecoder("latin1");

const PDF_END = toBytes("%%EOF");
/** The end of a stream of a PDF. LibreOffice puts a whole .odt into one, not packed. */
const STREAM_END = toBytes("endstream");
/** The directory's end in a ZIP, with the numbers of its disk: it has only one. */
const ZIP_END = toBytes("PK\u0005\u0006\0\0\0\0");
const ZIP_END_BYTES = 22;
const OTHER_ARCHIVES = [toBytes("Rar!\u001a\u0007"), toBytes("7z\u00bc\u00af'\u001c")];

/**
 * Looks through a file as it comes, and keeps two short parts of it. The file may come in parts of any
 * size, none of which is kept.
 */
export class FileScan {
  readonly #head = new Prefix(HEAD_BYTES);
  readonly #after = new Prefix(AFTER_BYTES);
  /** The end of the part before, and the part that is looked through. */
  readonly #window = new Uint8Array(OVERLAP_BYTES + PART_BYTES);
  #again = 0;
  #size = 0;
  #streamEnd = -1;
  #pdfEnd = -1;
  #zip = { at: -1, end: -1 };
  #hasOther = false;
  #hasNul = false;

  /** Looks through the next bytes of the file. */
  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength; at += PART_BYTES) {
      this.#look(bytes.subarray(at, at + PART_BYTES));
    }
  }

  /** What the whole file was. */
  end(): ScanResult {
    return {
      head: this.#head.text,
      afterPdf: this.#after.text,
      hasArchive: this.#hasOther || this.#zip.at > this.#streamEnd,
      endsAsArchive: this.#zip.at >= 0 && this.#zip.end === this.#size,
      hasNul: this.#hasNul,
    };
  }

  #look(part: Uint8Array): void {
    this.#head.add(part);
    this.#hasNul ||= part.includes(0);
    this.#window.set(part, this.#again);
    const length = this.#again + part.byteLength;
    const window = this.#window.subarray(0, length);
    const start = this.#size - this.#again;
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

    this.#again = Math.min(length, OVERLAP_BYTES);
    this.#window.copyWithin(0, length - this.#again, length);
  }
}

/** The first bytes of what is added, up to a number. */
class Prefix {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(most: number) {
    this.#bytes = new Uint8Array(most);
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

/** Where a mark is for the last time, or -1. */
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

/** Whether a ZIP's end counts as many files on its one disk as in all: what is there by chance doesn't. */
const isZipEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 8] === bytes[at + 10] && bytes[at + 9] === bytes[at + 11];

/** The bytes of a ZIP's end with its comment. */
const zipEndLength = (bytes: Uint8Array, at: number): number =>
  ZIP_END_BYTES + (bytes[at + 20] ?? 0) + 256 * (bytes[at + 21] ?? 0);
