/** What a candidate's browser says of the file. */
export interface CvFile {
  name: string;
  contentType: string;
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
    const { id } = this.#sql
      .exec<{ id: number }>(
        "INSERT INTO cv (name, content_type) VALUES (?, ?) RETURNING id",
        name,
        contentType,
      )
      .one();
    return id;
  }

  append(upload: number, bytes: Uint8Array): void {
    for (let start = 0; start < bytes.byteLength; start += ROW_BYTES) {
      this.#sql.exec(
        "INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)",
        upload,
        bytes.slice(start, start + ROW_BYTES),
      );
    }
  }

  file(upload: number): CvFile {
    const { name, content_type: contentType } = this.#sql
      .exec<{
        name: string;
        content_type: string;
      }>("SELECT name, content_type FROM cv WHERE id = ?", upload)
      .one();
    return { name, contentType };
  }

  size(upload: number): number {
    return this.#sql
      .exec<{
        size: number;
      }>("SELECT coalesce(sum(length(bytes)), 0) AS size FROM cv_piece WHERE cv = ?", upload)
      .one().size;
  }

  /** The first row: at most 64 KB. */
  head(upload: number): Uint8Array {
    return this.pieces(upload).next().value ?? new Uint8Array();
  }

  /** The bytes row by row; each is read when it is asked for. */
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
    this.#sql.exec("DELETE FROM cv_piece WHERE cv = ?", upload);
    this.#sql.exec("DELETE FROM cv WHERE id = ?", upload);
  }

  #createTables(): void {
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS cv (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        content_type TEXT NOT NULL
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
