import type { Schema } from "./schema.server";

/** What a candidate's browser says of the file. */
export interface CvFile {
  name: string;
  contentType: string;
}

/** A file that has come in whole, and is of an accepted type. */
export interface StoredCv extends CvFile {
  /** The object's number for it. */
  upload: number;
  /** Bytes. */
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

/** ES2024, which the types of ES2023 lack: moves the bytes to a new buffer of `length` bytes. */
type TransferableBuffer = ArrayBufferLike & { transfer: (length: number) => ArrayBuffer };

/** Bytes that a row holds at most. */
export const ROW_BYTES = 64 * 1024;

/**
 * The tables of an application's CVs, in the object's own SQLite: a row for each file, and its bytes
 * in rows of at most 64 KB, so that no file is ever whole in memory. The tables are created when they
 * are first needed (`schema.server.ts`).
 */
export class CvRows {
  readonly #sql: SqlStorage;
  readonly #schema: Schema;

  constructor(sql: SqlStorage, schema: Schema) {
    this.#sql = sql;
    this.#schema = schema;
  }

  /** Adds a file without bytes. @param length of a file that comes in pieces: all its bytes */
  add({ name, contentType }: CvFile, length: number | null): number {
    this.#schema.createTables();
    // Random: an old page may name an upload that is gone, and must not reach a newer one.
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#sql.exec(
      "INSERT INTO cv (id, name, content_type, length) VALUES (?, ?, ?, ?)",
      number,
      name,
      contentType,
      length,
    );
    return number;
  }

  /** Adds the next bytes of a file, at most `ROW_BYTES`. */
  insert(upload: number, bytes: Uint8Array): void {
    this.#sql.exec("INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)", upload, bytes);
  }

  /** Marks a file as whole. */
  finish(upload: number, size: number, sha256: string): StoredCv | undefined {
    this.#sql.exec("UPDATE cv SET sha256 = ?, size = ? WHERE id = ?", sha256, size, upload);
    return this.whole(upload);
  }

  /** A whole file; undefined if it is not whole, or not there (any more). */
  whole(upload: number): StoredCv | undefined {
    this.#schema.createTables();
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

  /** The name of a file, whole or not; undefined if it is not there. */
  nameOf(upload: number): string | undefined {
    this.#schema.createTables();
    const rows = this.#sql.exec<{ name: string }>("SELECT name FROM cv WHERE id = ?", upload);
    return rows.toArray()[0]?.name;
  }

  /** How many bytes of a file that comes in pieces are here, and how many it has; undefined if none. */
  progress(upload: number): { offset: number; length: number } | undefined {
    this.#schema.createTables();
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

  /** The files that come in pieces and are not whole. */
  unfinished(): number[] {
    return this.#sql
      .exec<{ id: number }>("SELECT id FROM cv WHERE length IS NOT NULL AND sha256 IS NULL")
      .toArray()
      .map(({ id }) => id);
  }

  /** Whether there is a file, whole or not, besides this one. */
  hasOthers(upload: number | undefined): boolean {
    this.#schema.createTables();
    return (
      this.#sql.exec("SELECT 1 FROM cv WHERE id IS NOT ? LIMIT 1", upload ?? null).toArray()
        .length > 0
    );
  }

  delete(upload: number): void {
    this.#schema.createTables();
    this.#sql.exec("DELETE FROM cv_piece WHERE cv = ?", upload);
    this.#sql.exec("DELETE FROM cv WHERE id = ?", upload);
  }

  deleteAllBut(upload: number | undefined): void {
    this.#schema.createTables();
    this.#sql.exec("DELETE FROM cv_piece WHERE cv IS NOT ?", upload ?? null);
    this.#sql.exec("DELETE FROM cv WHERE id IS NOT ?", upload ?? null);
  }

  /** The bytes of a file, row by row; each row is read when it is asked for. */
  *bytes(upload: number): Generator<Uint8Array, undefined> {
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

  /**
   * The same bytes, each row usable only until the next one is asked for: then its memory is freed,
   * without waiting for the garbage collector.
   */
  *passingBytes(upload: number): Generator<Uint8Array> {
    for (const row of this.bytes(upload)) {
      yield row;
      (row.buffer as TransferableBuffer).transfer(0);
    }
  }

  /** The same bytes as a stream. */
  stream(upload: number): ReadableStream<Uint8Array> {
    const rows = this.bytes(upload);
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
}
