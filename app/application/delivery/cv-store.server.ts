import { byteReader } from "../../runtime/streams.server";
import { hasCvContent } from "../model/cv-type.server";
import { createSha256 } from "./digest.server";

/** What a candidate's browser says of the file. */
export interface CvFile {
  name: string;
  contentType: string;
}

/** An upload that has come to its end, of an accepted type. `size` in bytes. */
export interface StoredCv extends CvFile {
  upload: number;
  size: number;
  sha256: string;
}

/** ES2024, which the types of ES2023 do not know: moves the bytes to a new buffer of a size. */
type TransferableBuffer = ArrayBufferLike & { transfer: (length: number) => ArrayBuffer };

/** Bytes of a row. */
const ROW_BYTES = 64 * 1024;

/** Bytes that a piece is read by. */
const CHUNK_BYTES = 16 * 1024;

/**
 * The CVs of one application, as rows of at most 64 KB in the object's own SQLite: what came of a
 * broken upload is kept, and a file is read without ever being whole in memory. Several uploads
 * may be under way at once (two tabs, a double click), each under a number of its own.
 */
export class CvStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Takes a file in as it comes.
   *
   * @returns undefined, and nothing is kept, if it is not of an accepted type
   * @throws when the stream breaks off; nothing is kept then either
   */
  async receive(file: CvFile, content: ReadableStream<Uint8Array>): Promise<StoredCv | undefined> {
    const upload = this.begin(file, null);
    try {
      const { sha256, size } = await this.#fill(upload, content);
      if (await this.#hasCvContent(upload)) return this.#finish(upload, size, sha256);
    } catch (error) {
      this.discard(upload);
      throw error;
    }
    this.discard(upload);
    return undefined;
  }

  /** Makes room for a file that comes in pieces, of so many bytes in all. */
  begin({ name, contentType }: CvFile, length: number | null): number {
    this.#createTables();
    // Random, so that a number that an old page names is never another upload's.
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#sql.exec(
      "INSERT INTO cv (id, name, content_type, length) VALUES (?, ?, ?, ?)",
      ...[number, name, contentType, length],
    );
    return number;
  }

  /** How much there is of a file that comes in pieces. */
  progress(upload: number): { offset: number; length: number } | undefined {
    this.#createTables();
    const [row] = this.#sql
      .exec<{ offset: number; length: number }>(
        `SELECT length, (
            SELECT coalesce(sum(length(piece.bytes)), 0) FROM cv_piece piece WHERE piece.cv = file.id
          ) AS offset
          FROM cv file WHERE file.id = ? AND length IS NOT NULL`,
        upload,
      )
      .toArray();
    return row;
  }

  /**
   * Takes a piece in as it comes. What came is kept, also when the stream breaks off or `signal`
   * says that nobody sends it any more.
   *
   * @param room how many bytes it may have; what is beyond is not kept
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
      if (filled > 0) this.#insert(upload, row.subarray(0, filled));
      filled = 0;
    };
    // Not filled to the brim, as a whole file is: what a buffer has when the line is cut is lost.
    const reader = content.getReader({ mode: "byob" });
    const cancel = () => void reader.cancel().catch(() => undefined);
    signal.addEventListener("abort", cancel);
    try {
      let chunk: Uint8Array = new Uint8Array(CHUNK_BYTES);
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
      // The line was cut: the candidate's browser asks how far it came, and goes on from there.
    } finally {
      signal.removeEventListener("abort", cancel);
      flush();
    }
    return { bytes, isTooMuch: false };
  }

  /** Forgets files that came in pieces and never to their end. */
  discardUnfinished(but: ReadonlySet<number>): void {
    const unfinished = this.#sql
      .exec<{ id: number }>("SELECT id FROM cv WHERE length IS NOT NULL AND sha256 IS NULL")
      .toArray();
    for (const { id } of unfinished) if (!but.has(id)) this.discard(id);
  }

  /** Ends a file that came in pieces; undefined, and nothing kept, if it is not of an accepted type. */
  async close(upload: number): Promise<StoredCv | undefined> {
    if (await this.#hasCvContent(upload)) {
      const digest = createSha256();
      let size = 0;
      for (const piece of this.pieces(upload)) {
        size += piece.byteLength;
        await digest.update(piece);
      }
      return this.#finish(upload, size, await digest.end());
    }
    this.discard(upload);
    return undefined;
  }

  #finish(upload: number, size: number, sha256: string): StoredCv | undefined {
    this.#sql.exec("UPDATE cv SET sha256 = ?, size = ? WHERE id = ?", sha256, size, upload);
    return this.get(upload);
  }

  #hasCvContent(upload: number): Promise<boolean> {
    const head = this.#rows(upload).next().value ?? new Uint8Array();
    return hasCvContent(head, this.#stream(upload));
  }

  #insert(upload: number, bytes: Uint8Array): void {
    this.#sql.exec("INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)", upload, bytes);
  }

  /** Through one buffer of a row's size: 25 MB of garbage would be as good as 25 MB. */
  async #fill(upload: number, content: ReadableStream<Uint8Array>) {
    const read = byteReader(content);
    const digest = createSha256();
    let size = 0;
    let piece = await read(new Uint8Array(ROW_BYTES));
    while (piece) {
      size += piece.byteLength;
      this.#insert(upload, piece);
      await digest.update(piece);
      piece = await read(new Uint8Array(piece.buffer));
    }
    return { size, sha256: await digest.end() };
  }

  /** An upload that is whole, if it is (still) there. */
  get(upload: number): StoredCv | undefined {
    this.#createTables();
    const [row] = this.#sql
      .exec<{ name: string; content_type: string; size: number; sha256: string }>(
        "SELECT name, content_type, size, sha256 FROM cv WHERE id = ? AND sha256 IS NOT NULL",
        upload,
      )
      .toArray();
    if (!row) return undefined;
    const { name, content_type: contentType, size, sha256 } = row;
    return { upload, name, contentType, size, sha256 };
  }

  /**
   * The bytes row by row, each read when it is asked for, and good until the next one is: its
   * memory is given back then, and does not wait to be collected.
   */
  *pieces(upload: number): Generator<Uint8Array> {
    for (const row of this.#rows(upload)) {
      yield row;
      (row.buffer as TransferableBuffer).transfer(0);
    }
  }

  /** The bytes as a stream, each row read when it is asked for. */
  #stream(upload: number): ReadableStream<Uint8Array> {
    const rows = this.#rows(upload);
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const { value } = rows.next();
          if (value) controller.enqueue(value);
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }

  discard(upload: number): void {
    this.#createTables();
    this.#sql.exec("DELETE FROM cv_piece WHERE cv = ?", upload);
    this.#sql.exec("DELETE FROM cv WHERE id = ?", upload);
  }

  /** Forgets every upload but one; also those that never came to their end. */
  discardAllBut(upload: number | undefined): void {
    this.#createTables();
    this.#sql.exec("DELETE FROM cv_piece WHERE cv IS NOT ?", upload ?? null);
    this.#sql.exec("DELETE FROM cv WHERE id IS NOT ?", upload ?? null);
  }

  /** Whether there is an upload besides this one. */
  hasOthers(upload: number | undefined): boolean {
    this.#createTables();
    return (
      this.#sql.exec("SELECT 1 FROM cv WHERE id IS NOT ? LIMIT 1", upload ?? null).toArray()
        .length > 0
    );
  }

  *#rows(upload: number): Generator<Uint8Array, undefined> {
    let last = 0;
    for (;;) {
      const [row] = this.#sql
        .exec<{
          id: number;
          bytes: ArrayBuffer;
        }>(
          "SELECT id, bytes FROM cv_piece WHERE cv = ? AND id > ? ORDER BY id LIMIT 1",
          upload,
          last,
        )
        .toArray();
      if (!row) return undefined;
      last = row.id;
      yield new Uint8Array(row.bytes);
    }
  }

  #createTables(): void {
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS cv (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        content_type TEXT NOT NULL,
        -- Of one that comes in pieces, what it is to have in all:
        length INTEGER,
        -- Of a whole upload:
        size INTEGER,
        sha256 TEXT
      );
      CREATE TABLE IF NOT EXISTS cv_piece (
        id INTEGER PRIMARY KEY,
        cv INTEGER NOT NULL,
        bytes BLOB NOT NULL
      );
      CREATE INDEX IF NOT EXISTS cv_piece_of_cv ON cv_piece (cv, id);
    `);
  }
}
