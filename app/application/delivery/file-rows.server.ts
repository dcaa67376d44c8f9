import { z } from "zod";
import { CV_FIELD, type FileRules } from "../model/files";
import type { Schema } from "./schema.server";

/** What a candidate's browser says of a file, and the field that it is for. */
export interface NamedFile {
  name: string;
  contentType: string;
  /** The CV's, unless there is one. */
  field?: string | undefined;
  /** What the field takes; without them, what is taken for a CV. */
  rules?: FileRules | undefined;
}

/** What is known of a file, whole or not. */
export interface KnownFile {
  field: string;
  name: string;
  rules: FileRules | undefined;
}

const rulesSchema = z.object({
  accept: z.array(z.string()),
  maxBytes: z.number(),
} satisfies Record<keyof FileRules, z.ZodType>);

/** A file that has come in whole, and is of an accepted type. */
export interface StoredFile extends KnownFile {
  contentType: string;
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
 * The tables of an application's files, in the object's own SQLite: a row for each file, and its bytes
 * in rows of at most 64 KB, so that no file is ever whole in memory. The tables are created when they
 * are first needed (`schema.server.ts`).
 */
export class FileRows {
  readonly #sql: SqlStorage;
  readonly #schema: Schema;

  constructor(sql: SqlStorage, schema: Schema) {
    this.#sql = sql;
    this.#schema = schema;
  }

  /** Adds a file without bytes. @param length of a file that comes in pieces: all its bytes */
  add({ name, contentType, field, rules }: NamedFile, length: number | null): number {
    this.#schema.createTables();
    // Random: an old page may name an upload that is gone, and must not reach a newer one.
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#sql.exec(
      "INSERT INTO cv (id, name, content_type, length, field, rules) VALUES (?, ?, ?, ?, ?, ?)",
      number,
      name,
      contentType,
      length,
      field ?? CV_FIELD,
      rules ? JSON.stringify(rules) : null,
    );
    return number;
  }

  /** Adds the next bytes of a file, at most `ROW_BYTES`. */
  insert(upload: number, bytes: Uint8Array): void {
    this.#sql.exec("INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)", upload, bytes);
  }

  /** Marks a file as whole. */
  finish(upload: number, size: number, sha256: string): StoredFile | undefined {
    this.#sql.exec("UPDATE cv SET sha256 = ?, size = ? WHERE id = ?", sha256, size, upload);
    return this.whole(upload);
  }

  /** A whole file; undefined if it is not whole, or not there (any more). */
  whole(upload: number): StoredFile | undefined {
    this.#schema.createTables();
    const [row] = this.#sql
      .exec<{ content_type: string; size: number; sha256: string }>(
        "SELECT content_type, size, sha256 FROM cv WHERE id = ? AND sha256 IS NOT NULL",
        upload,
      )
      .toArray();
    const known = this.known(upload);
    if (!row || !known) return undefined;
    const { content_type: contentType, size, sha256 } = row;
    return { ...known, upload, contentType, size, sha256 };
  }

  /** What is known of a file, whole or not; undefined if it is not there. */
  known(upload: number): KnownFile | undefined {
    this.#schema.createTables();
    const [row] = this.#sql
      .exec<{ name: string; field: string; rules: string | null }>(
        "SELECT name, field, rules FROM cv WHERE id = ?",
        upload,
      )
      .toArray();
    if (!row) return undefined;
    const { name, field, rules } = row;
    return {
      name,
      field,
      rules: rules === null ? undefined : rulesSchema.parse(JSON.parse(rules)),
    };
  }

  /** The bytes that the files of other fields have, or will have: of each field its largest file. */
  bytesBeside(field: string): number {
    this.#schema.createTables();
    const [row] = this.#sql
      .exec<{ bytes: number | null }>(
        `SELECT sum(most) AS bytes FROM (
          SELECT max(coalesce(size, length, 0)) AS most FROM cv WHERE field <> ? GROUP BY field
        )`,
        field,
      )
      .toArray();
    return row?.bytes ?? 0;
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

  /** Whether there is a file, whole or not, besides these. */
  hasOthers(uploads: readonly number[]): boolean {
    this.#schema.createTables();
    const others = this.#sql.exec(
      "SELECT 1 FROM cv WHERE id NOT IN (SELECT value FROM json_each(?)) LIMIT 1",
      JSON.stringify(uploads),
    );
    return others.toArray().length > 0;
  }

  delete(upload: number): void {
    this.#schema.createTables();
    this.#sql.exec("DELETE FROM cv_piece WHERE cv = ?", upload);
    this.#sql.exec("DELETE FROM cv WHERE id = ?", upload);
  }

  deleteAllBut(uploads: readonly number[]): void {
    this.#schema.createTables();
    const kept = JSON.stringify(uploads);
    const isOther = "NOT IN (SELECT value FROM json_each(?))";
    this.#sql.exec(`DELETE FROM cv_piece WHERE cv ${isOther}`, kept);
    this.#sql.exec(`DELETE FROM cv WHERE id ${isOther}`, kept);
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
