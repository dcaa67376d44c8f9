import { nextTask } from "../../runtime/next-task.server";
import type { Finding } from "./finding";
import { inflate } from "./inflate.server";
import { ScanBudget } from "./scan-budget";

/** Maximum number of bytes between an object stream's type and its data. */
const MAX_DICTIONARY_BYTES = 1024;

/** Length of the end of a part that must be scanned again with the next part, in bytes. */
export const PDF_OVERLAP_BYTES = MAX_DICTIONARY_BYTES + 1;

/** Limits for one object stream. */
const MAX_PACKED_BYTES = 256 * 1024;
const MAX_INFLATED_BYTES = 512 * 1024;

/** Cost of an object stream in the budget, in addition to its bytes. */
const OBJECTS_COST_BYTES = 8 * 1024;

/** Work after which other events run. */
const YIELD_BYTES = 64 * 1024;

/** An action that runs JavaScript or a program (ISO 32000-1, section 12.6.4). */
const ACTION = /\/S[\s\0]*\/(?:JavaScript|Launch)(?![\w.-])/;

/** A script. Compressed data can match this pattern by chance, so only uncompressed text is searched. */
const SCRIPT = /\/JS[\s\0]*(?:[(<]|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/;

/** The type of object streams (ISO 32000-1, section 7.5.7). */
const OBJECTS = "/ObjStm";
/** The keyword that precedes a stream's data. */
const STREAM = /\bstream\r?\n/;
const STREAM_END = "endstream";
const STREAMS = /\bstream\r?\n(?:[^]*?endstream|[^]*$)/g;

const latin1 = new TextDecoder("latin1");

/**
 * Searches a PDF for JavaScript and launch actions, also in object streams. Doesn't search encrypted streams,
 * streams with filters other than Flate, and attachments. Doesn't recognize names with `#` escapes.
 */
export class PdfScan {
  finding: Finding = "none";
  readonly #budget = new ScanBudget();
  #workSinceYield = 0;
  /** Offsets in the file up to which object streams, and text outside of streams, have been searched. */
  #objectsAt = 0;
  #outsideAt = 0;
  /** Whether the text at `#outsideAt` is inside a stream. */
  #isInStream = false;
  /** The part of the current object stream that has been read. */
  #objects: { chunks: Uint8Array[]; length: number } | undefined;
  #buffer: Uint8Array<ArrayBuffer> | undefined;

  /**
   * Scans a part of the file.
   * @param window the last `PDF_OVERLAP_BYTES` before the part, followed by the part
   * @param text the window in Latin-1
   * @param start the window's offset in the file
   */
  async scan(window: Uint8Array, text: string, start: number): Promise<void> {
    if (this.finding !== "none") return;
    if (ACTION.test(text) || this.#hasScriptOutside(text, start)) this.finding = "active";
    else await this.#scanObjects(window, text, start);
  }

  /** Whether there is a script outside of streams. */
  #hasScriptOutside(text: string, start: number): boolean {
    let at = Math.max(0, this.#outsideAt - start);
    if (this.#isInStream) {
      const end = text.indexOf(STREAM_END, at);
      this.#outsideAt = start + Math.max(at, text.length - STREAM_END.length);
      if (end < 0) return false;
      at = end + STREAM_END.length;
    }
    if (SCRIPT.test(text.slice(at).replace(STREAMS, " "))) return true;
    const lastEnd = text.lastIndexOf(STREAM_END);
    if (lastEnd >= at) at = lastEnd + STREAM_END.length;
    this.#isInStream = STREAM.test(text.slice(at));
    const keep = this.#isInStream ? STREAM_END.length : MAX_DICTIONARY_BYTES;
    this.#outsideAt = start + Math.max(at, text.length - keep);
    return false;
  }

  async #scanObjects(window: Uint8Array, text: string, start: number): Promise<void> {
    let at = Math.max(0, this.#objectsAt - start);
    while (this.finding === "none") {
      if (this.#objects) {
        const end = text.indexOf(STREAM_END, at);
        const until = end < 0 ? Math.max(at, text.length - STREAM_END.length) : end;
        this.#objects.chunks.push(window.slice(at, until));
        this.#objects.length += until - at;
        at = until;
        if (end >= 0) await this.#searchObjects(start + text.length);
        else if (this.#objects.length > MAX_PACKED_BYTES) this.finding = "unchecked";
        if (end < 0) break;
        continue;
      }
      const type = text.indexOf(OBJECTS, at);
      if (type < 0) {
        at = Math.max(at, text.length - OBJECTS.length);
        break;
      }
      const keyword = STREAM.exec(text.slice(type, type + MAX_DICTIONARY_BYTES));
      if (!keyword && text.length - type < MAX_DICTIONARY_BYTES) {
        at = type;
        break;
      }
      this.#spend(OBJECTS_COST_BYTES, start + text.length);
      at = type + (keyword ? keyword.index + keyword[0].length : OBJECTS.length);
      if (keyword) this.#objects = { chunks: [], length: 0 };
    }
    this.#objectsAt = start + at;
  }

  /** Searches an object stream that was read to its end. */
  async #searchObjects(seen: number): Promise<void> {
    const { chunks = [], length = 0 } = this.#objects ?? {};
    this.#objects = undefined;
    if (length > MAX_PACKED_BYTES) {
      this.finding = "unchecked";
      return;
    }
    const packed = concatenate(chunks, length);
    this.#buffer ??= new Uint8Array(MAX_INFLATED_BYTES);
    const inflated = inflate(packed, "deflate", this.#buffer);
    const text = latin1.decode(inflated.byteLength > 0 ? inflated : packed);
    if (ACTION.test(text) || SCRIPT.test(text)) {
      this.finding = "active";
      return;
    }
    if (inflated.byteLength === MAX_INFLATED_BYTES) this.finding = "unchecked";
    const work = packed.byteLength + inflated.byteLength;
    this.#spend(work, seen);
    this.#workSinceYield += work;
    if (this.#workSinceYield < YIELD_BYTES) return;
    this.#workSinceYield = 0;
    await nextTask();
  }

  #spend(bytes: number, seen: number): void {
    if (!this.#budget.spend(bytes, seen)) this.finding = "unchecked";
  }
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
