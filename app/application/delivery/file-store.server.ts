import { byteReader } from "../../runtime/streams.server";
import { hasActiveContent, isZipBomb } from "../model/active-content.server";
import { extensionOf } from "../model/file-name";
import { FileScan, type Scanned } from "../model/file-scan.server";
import { isAccepted } from "../model/file-type.server";
import { CV_FIELD, HELD_MOST_BYTES } from "../model/files";
import { CV_EXTENSIONS } from "../model/limits";
import {
  FileRows,
  ROW_BYTES,
  type KnownFile,
  type NamedFile,
  type StoredFile,
} from "./file-rows.server";
import { createSha256 } from "./digest.server";
import type { Schema } from "./schema.server";

/** Bytes of the buffer that a piece is read through. */
const CHUNK_BYTES = 16 * 1024;

/**
 * The files of one application. A file comes in at once, or in pieces that survive a broken line.
 * Several may come in at the same time (two fields, two tabs, a double click), each under a number of
 * its own.
 */
export class FileStore {
  readonly #rows: FileRows;

  constructor(sql: SqlStorage, schema: Schema) {
    this.#rows = new FileRows(sql, schema);
  }

  /**
   * Takes a file in as it comes.
   *
   * @returns nothing is kept where it is undefined, because it is not of an accepted type, or
   *   "too-large", because the files of all fields together are
   * @throws when the stream breaks off; nothing is kept then either
   */
  async receive(
    file: NamedFile,
    content: ReadableStream<Uint8Array>,
  ): Promise<StoredFile | "too-large" | undefined> {
    const upload = this.#rows.add(file, null);
    try {
      const { sha256, size, scanned, isTooLarge } = await this.#fill(upload, content);
      if (isTooLarge) {
        this.discard(upload);
        return "too-large";
      }
      if (await this.#isAccepted(upload, scanned)) return this.#rows.finish(upload, size, sha256);
    } catch (error) {
      this.discard(upload);
      throw error;
    }
    this.discard(upload);
    return undefined;
  }

  /** What is known of a file, whole or not; undefined if it is not there (any more). */
  known(upload: number): KnownFile | undefined {
    return this.#rows.known(upload);
  }

  /** Whether so many bytes for a field are too many, with the files of the other fields. */
  isTooMuch(field: string, bytes: number): boolean {
    const others = this.#rows.bytesBeside(field);
    return others > 0 && others + bytes > HELD_MOST_BYTES;
  }

  /** Makes room for a file that comes in pieces, of `length` bytes in all, and returns its number. */
  begin(file: NamedFile, length: number): number {
    return this.#rows.add(file, length);
  }

  /** How many bytes of a file that comes in pieces are here, and how many it has; undefined if none. */
  progress(upload: number): { offset: number; length: number } | undefined {
    return this.#rows.progress(upload);
  }

  /**
   * Takes a piece in as it comes. The bytes that came are kept even if the stream breaks off, or if
   * `signal` stops it.
   *
   * @param room how many bytes are kept at most; `isTooMuch` if there were more
   */
  async append(
    upload: number,
    content: ReadableStream<Uint8Array>,
    { room, signal }: { room: number; signal: AbortSignal },
  ): Promise<{ bytes: number; isTooMuch: boolean }> {
    const row = new Uint8Array(ROW_BYTES);
    let filled = 0;
    let bytes = 0;
    const keep = (chunk: Uint8Array) => {
      for (let at = 0; at < chunk.byteLength;) {
        const part = chunk.subarray(at, at + ROW_BYTES - filled);
        row.set(part, filled);
        filled += part.byteLength;
        at += part.byteLength;
        if (filled === ROW_BYTES) flush();
      }
      bytes += chunk.byteLength;
    };
    const flush = () => {
      if (filled > 0) this.#rows.insert(upload, row.subarray(0, filled));
      filled = 0;
    };
    // Unlike `byteReader`, this does not wait for a full buffer, whose bytes a cut would lose.
    const reader = content.getReader({ mode: "byob" });
    const cancel = () => void reader.cancel().catch(() => undefined);
    signal.addEventListener("abort", cancel);
    try {
      let chunk = new Uint8Array(CHUNK_BYTES);
      for (;;) {
        const { done, value } = await reader.read(chunk);
        if (done || signal.aborted) break;
        const isTooMuch = value.byteLength > room - bytes;
        keep(value.subarray(0, room - bytes));
        if (isTooMuch) {
          cancel();
          return { bytes, isTooMuch };
        }
        chunk = new Uint8Array(value.buffer);
      }
    } catch {
      // The line was cut: the browser asks how many bytes are here, and sends the rest.
    } finally {
      signal.removeEventListener("abort", cancel);
      flush();
    }
    return { bytes, isTooMuch: false };
  }

  /** Ends a file that came in pieces; undefined, and nothing kept, if it is not of an accepted type. */
  async close(upload: number): Promise<StoredFile | undefined> {
    const digest = createSha256();
    const scan = new FileScan();
    let size = 0;
    for (const bytes of this.bytes(upload)) {
      size += bytes.byteLength;
      scan.update(bytes);
      await digest.update(bytes);
    }
    if (await this.#isAccepted(upload, scan.end())) {
      return this.#rows.finish(upload, size, await digest.end());
    }
    this.discard(upload);
    return undefined;
  }

  /** A whole file; undefined if it is not whole, or not there (any more). */
  get(upload: number): StoredFile | undefined {
    return this.#rows.whole(upload);
  }

  /** A whole file whose bytes are the ones that came in; undefined if it is missing or damaged. */
  async intact(upload: number): Promise<StoredFile | undefined> {
    const file = this.get(upload);
    const digest = createSha256();
    for (const bytes of this.bytes(upload)) await digest.update(bytes);
    return (await digest.end()) === file?.sha256 ? file : undefined;
  }

  /** A file's bytes, a row at a time, each usable only until the next one is asked for. */
  bytes(upload: number): Generator<Uint8Array> {
    return this.#rows.passingBytes(upload);
  }

  /** Forgets a file, whole or not. */
  discard(upload: number): void {
    this.#rows.delete(upload);
  }

  /** Forgets every file but these, also those that are not whole. */
  discardAllBut(uploads: readonly number[]): void {
    this.#rows.deleteAllBut(uploads);
  }

  /** Forgets the files that come in pieces and are not whole, but for some. */
  discardUnfinished(but: ReadonlySet<number>): void {
    for (const upload of this.#rows.unfinished()) if (!but.has(upload)) this.discard(upload);
  }

  /** Whether there is a file, whole or not, besides these. */
  hasOthers(uploads: readonly number[]): boolean {
    return this.#rows.hasOthers(uploads);
  }

  /** Whether a file has something that acts when it is opened; the platform is told of it. */
  hasActiveContent(upload: number): Promise<boolean> {
    return hasActiveContent(() => this.bytes(upload));
  }

  async #isAccepted(upload: number, scanned: Scanned): Promise<boolean> {
    const { name = "", rules } = this.known(upload) ?? {};
    if (isZipBomb(() => this.bytes(upload), extensionOf(name) !== "zip")) return false;
    return isAccepted(name, rules?.accept ?? CV_EXTENSIONS, scanned, this.#rows.stream(upload));
  }

  /**
   * Stores a file through one buffer: 25 MB of garbage would cost the object as much as 25 MB. One that
   * is too large is read to its end all the same, because fields follow it.
   */
  async #fill(upload: number, content: ReadableStream<Uint8Array>) {
    const others = this.#rows.bytesBeside(this.known(upload)?.field ?? CV_FIELD);
    const room = others === 0 ? Infinity : HELD_MOST_BYTES - others;
    const read = byteReader(content);
    const digest = createSha256();
    const scan = new FileScan();
    let size = 0;
    let row = await read(new Uint8Array(ROW_BYTES));
    while (row) {
      size += row.byteLength;
      if (size <= room) this.#rows.insert(upload, row);
      scan.update(row);
      await digest.update(row);
      row = await read(new Uint8Array(row.buffer));
    }
    return { size, sha256: await digest.end(), scanned: scan.end(), isTooLarge: size > room };
  }
}
