import { byteReader } from "../byte-reader.server";
import { hasCvContent } from "../cv-type.server";
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
    const upload = this.#open(file);
    try {
      const { sha256, size } = await this.#fill(upload, content);
      const head = this.#rows(upload).next().value ?? new Uint8Array();
      if (await hasCvContent(head, this.#stream(upload))) {
        this.#sql.exec("UPDATE cv SET sha256 = ?, size = ? WHERE id = ?", sha256, size, upload);
        return { ...file, upload, size, sha256 };
      }
    } catch (error) {
      this.discard(upload);
      throw error;
    }
    this.discard(upload);
    return undefined;
  }

  #open({ name, contentType }: CvFile): number {
    this.#createTables();
    // Random, so that a number that an old page names is never another upload's.
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#sql.exec(
      "INSERT INTO cv (id, name, content_type) VALUES (?, ?, ?)",
      ...[number, name, contentType],
    );
    return number;
  }

  /** Through one buffer of a row's size: 25 MB of garbage would be as good as 25 MB. */
  async #fill(upload: number, content: ReadableStream<Uint8Array>) {
    const read = byteReader(content);
    const digest = createSha256();
    let size = 0;
    let piece = await read(new Uint8Array(ROW_BYTES));
    while (piece) {
      size += piece.byteLength;
      this.#sql.exec("INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)", upload, piece);
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
