/** Maximum number of bytes between an object stream's type and its data. */
const MAX_DICTIONARY_BYTES = 1024;

/** Number of bytes at the end of a part that are scanned again with the next part. */
export const PDF_OVERLAP_BYTES = MAX_DICTIONARY_BYTES + 1;

/** Limit on the object streams that are located. */
const MAX_STREAMS = 600;

/** An action that runs JavaScript or a program (ISO 32000-1, section 12.6.4). */
const ACTION = /\/S[\s\0]*\/(?:JavaScript|Launch)(?![\w.-])/;

/** A script. Compressed data can match this pattern by chance, so only uncompressed text is searched. */
const SCRIPT = /\/JS[\s\0]*(?:[(<]|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/;

export const isActive = (text: string): boolean => ACTION.test(text) || SCRIPT.test(text);

/** The type of object streams (ISO 32000-1, section 7.5.7). */
const OBJECTS = "/ObjStm";
/** The keyword that precedes a stream's data. */
const STREAM = /\bstream\r?\n/;
const STREAM_END = "endstream";
const STREAMS = /\bstream\r?\n(?:[^]*?endstream|[^]*$)/g;

/** The part of a file from offset `start` to `end`. */
export interface Range {
  start: number;
  end: number;
}

export interface PdfContent {
  /** Whether there is an action or a script outside object streams. */
  isActive: boolean;
  /** The data of the object streams. */
  objectStreams: readonly Range[];
  /** Whether there are more object streams. */
  hasMore: boolean;
}

/** Scans a PDF that arrives in parts. */
export class PdfScan {
  #isActive = false;
  readonly #objectStreams: Range[] = [];
  #hasMore = false;
  /** Offsets in the file up to which object streams, and text outside streams, have been searched. */
  #objectsAt = 0;
  #outsideAt = 0;
  /** Whether the text at `#outsideAt` is inside a stream. */
  #isInStream = false;
  /** The data offset of an object stream whose end has not been found yet. */
  #open: number | undefined;

  /**
   * Scans a part of the file.
   * @param text the last `PDF_OVERLAP_BYTES` before the part, followed by the part, in Latin-1
   * @param start the text's offset in the file
   */
  scan(text: string, start: number): void {
    this.#isActive ||= ACTION.test(text) || this.#hasScriptOutside(text, start);
    this.#objectsAt = start + this.#locateObjects(text, start);
  }

  /** @param size the file's size in bytes */
  end(size: number): PdfContent {
    if (this.#open !== undefined) this.#objectStreams.push({ start: this.#open, end: size });
    const objectStreams = this.#objectStreams.slice(0, MAX_STREAMS);
    return { isActive: this.#isActive, objectStreams, hasMore: this.#hasMore };
  }

  /** Whether there is a script outside streams. */
  #hasScriptOutside(text: string, start: number): boolean {
    let index = Math.max(0, this.#outsideAt - start);
    if (this.#isInStream) {
      const end = text.indexOf(STREAM_END, index);
      this.#outsideAt = start + Math.max(index, text.length - STREAM_END.length);
      if (end < 0) return false;
      index = end + STREAM_END.length;
    }
    if (SCRIPT.test(text.slice(index).replace(STREAMS, " "))) return true;
    const lastEnd = text.lastIndexOf(STREAM_END);
    if (lastEnd >= index) index = lastEnd + STREAM_END.length;
    this.#isInStream = STREAM.test(text.slice(index));
    const keep = this.#isInStream ? STREAM_END.length : MAX_DICTIONARY_BYTES;
    this.#outsideAt = start + Math.max(index, text.length - keep);
    return false;
  }

  /** Locates object streams. @returns the index up to which the text has been searched */
  #locateObjects(text: string, start: number): number {
    let index = Math.max(0, this.#objectsAt - start);
    while (this.#objectStreams.length < MAX_STREAMS) {
      if (this.#open !== undefined) {
        const end = text.indexOf(STREAM_END, index);
        if (end < 0) return Math.max(index, text.length - STREAM_END.length);
        this.#objectStreams.push({ start: this.#open, end: start + end });
        this.#open = undefined;
        index = end;
      }
      const type = text.indexOf(OBJECTS, index);
      if (type < 0) return Math.max(index, text.length - OBJECTS.length);
      const keyword = STREAM.exec(text.slice(type, type + MAX_DICTIONARY_BYTES));
      if (keyword) {
        index = type + keyword.index + keyword[0].length;
        this.#open = start + index;
      } else if (text.length - type < MAX_DICTIONARY_BYTES) return type;
      // Without a stream, this is not the type of an object stream. Count it anyway, to limit the work.
      else {
        index = type + OBJECTS.length;
        this.#objectStreams.push({ start: start + index, end: start + index });
      }
    }
    this.#hasMore = true;
    return text.length;
  }
}
