import { hasCvContent } from "../cv-type.server";
import { sha256OfStream } from "./digest.server";

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

/** Bytes of a row. */
const ROW_BYTES = 64 * 1024;

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

  open({ name, contentType }: CvFile): number {
    this.#createTables();
    // Random, so that a number that an old page names is never another upload's.
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#sql.exec(
      "INSERT INTO cv (id, name, content_type) VALUES (?, ?, ?)",
      ...[number, name, contentType],
    );
    return number;
  }

  append(upload: number, bytes: Uint8Array): void {
    for (let start = 0; start < bytes.byteLength; start += ROW_BYTES) {
      this.#sql.exec(
        "INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)",
        upload,
        bytes.subarray(start, start + ROW_BYTES),
      );
    }
  }

  /** Ends an upload; undefined, and nothing kept, if it is not of an accepted type. */
  async close(upload: number): Promise<StoredCv | undefined> {
    const head = this.pieces(upload).next().value ?? new Uint8Array();
    if (!(await hasCvContent(head, this.stream(upload)))) {
      this.discard(upload);
      return undefined;
    }
    const digest = await sha256OfStream(this.stream(upload));
    this.#sql.exec(
      `UPDATE cv SET sha256 = ?1, size = (SELECT sum(length(bytes)) FROM cv_piece WHERE cv = ?2)
        WHERE id = ?2`,
      digest,
      upload,
    );
    return this.get(upload);
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

  /** The bytes row by row; each is read when it is asked for. */
  stream(upload: number): ReadableStream<Uint8Array> {
    const pieces = this.pieces(upload);
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const { value } = pieces.next();
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

  *pieces(upload: number): Generator<Uint8Array, undefined> {
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
