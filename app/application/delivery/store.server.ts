import * as z from "zod";
import type { FileRules } from "../model/files";
import { FINDINGS, type Finding } from "../inspection/finding";
import type { RandomAccessFile } from "../inspection/zip-directory.server";
import { formatError } from "~/app/runtime/log.server";
import { nextTask } from "~/app/runtime/next-task.server";
import { createSha256 } from "~/app/runtime/sha256.server";
import { parseState, UnknownStorageError, getUploads, getVersion } from "./state";
import type { ApplicationState } from "./state";

/** A new file, with the rules of its field. */
export interface NewFile {
  field: string;
  name: string;
  contentType: string;
  rules: FileRules;
}

/** A complete file of an accepted type. */
export interface StoredFile extends NewFile {
  /** The file's number in its application. */
  upload: number;
  /** Size in bytes. */
  size: number;
  sha256: string;
  /** Whether the file has active content. Undefined if an earlier version stored the file. */
  finding: Finding | undefined;
}

/** Progress, in bytes, of a file that arrives in pieces. */
export interface UploadProgress {
  offset: number;
  length: number;
}

/** Files are stored in rows of at most this size, so that an entire file is never in memory. */
export const ROW_BYTES = 256 * 1024;

const TABLES = `
  CREATE TABLE IF NOT EXISTS file (
    upload INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    field TEXT NOT NULL,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    rules TEXT NOT NULL, -- In JSON.
    length INTEGER, -- Of a file that arrives in pieces.
    size INTEGER, -- Null until the file is whole.
    sha256 TEXT,
    finding TEXT -- Since version 2. Null until the file has been searched for active content.
  );
  CREATE TABLE IF NOT EXISTS piece (
    id INTEGER PRIMARY KEY,
    upload INTEGER NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS piece_of_upload ON piece (upload, id);
`;

type Text = "field" | "name" | "content_type" | "rules";
type FileRow = Record<Text, string> &
  Record<"length" | "size", number | null> &
  Record<"sha256" | "finding", string | null>;

const rulesSchema = z.object({
  accept: z.array(z.string()),
  maxBytes: z.number(),
} satisfies Record<keyof FileRules, z.ZodType>);

const MAX_SUCCESSORS = 8;
const successorsSchema = z.array(z.string()).catch([]);

/** Declares `transfer` (ES2024), which the configured TypeScript `lib` lacks. */
type TransferableBuffer = ArrayBufferLike & { transfer: (length: number) => ArrayBuffer };

export class Store {
  #hasTables = false;

  /** @param label names the application in the log */
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly label: string,
  ) {}

  /** The stored state. Undefined before the first use. @throws UnknownStorageError */
  get state(): ApplicationState | undefined {
    try {
      return this.#read();
    } catch (error) {
      const isKnown = error instanceof UnknownStorageError;
      const known = isKnown ? error : new UnknownStorageError("its storage is damaged");
      console.error(`${this.label} cannot be read: ${known.message}`);
      throw known;
    }
  }

  get isReadable(): boolean {
    try {
      this.#read();
      return true;
    } catch {
      return false;
    }
  }

  #read(): ApplicationState | undefined {
    const { kv } = this.storage;
    const stored = kv.get("state");
    return stored === undefined ? undefined : parseState(stored, kv.get("version"));
  }

  /** Stores a state. @returns the files that only the previous state needed */
  put(next: ApplicationState): number[] {
    const { kv } = this.storage;
    const needed = getUploads(next);
    const unneeded = getUploads(this.state).filter((upload) => !needed.includes(upload));
    const version = getVersion(next);
    // Migrate the tables before storing the new version.
    if (kv.get("version") === 1 && version > 1) void this.#sql;
    kv.put("version", version);
    kv.put("state", next);
    return unneeded;
  }

  /** Deletes files, or all other files. Never throws. @returns whether the deletion succeeded */
  tryToDelete(uploads: readonly number[], which: "these" | "others" = "these"): boolean {
    try {
      if (which === "others") this.#deleteOtherFiles(uploads);
      else for (const upload of uploads) this.deleteFile(upload);
      return true;
    } catch (error) {
      console.error("A file could not be deleted, and will be deleted later:", formatError(error));
      return false;
    }
  }

  /** Time of the candidate's last change, in ms since 1970, or 0 before the first change. */
  get touchedAt(): number {
    const stored = this.storage.kv.get("touchedAt");
    return typeof stored === "number" ? stored : 0;
  }

  touch(): void {
    this.storage.kv.put("touchedAt", Date.now());
  }

  /** A random salt, so that contents cannot be guessed from digests. */
  get salt(): string {
    const { kv } = this.storage;
    if (typeof kv.get("salt") !== "string") kv.put("salt", crypto.randomUUID());
    return String(kv.get("salt"));
  }

  /** Digests of forms that were passed to a successor while another form was being sent. */
  get successors(): string[] {
    return successorsSchema.parse(this.storage.kv.get("successors"));
  }

  addSuccessor(digest: string): void {
    const before = this.successors.filter((successor) => successor !== digest);
    this.storage.kv.put("successors", [...before, digest].slice(-MAX_SUCCESSORS));
  }

  clear(): Promise<void> {
    this.#hasTables = false;
    return this.storage.deleteAll();
  }

  /** Adds an empty file. @param length total length of a file that arrives in pieces, otherwise null */
  addFile({ field, name, contentType, rules }: NewFile, length: number | null): number {
    // Use a random number, so that an old page cannot refer to a newer upload.
    const [upload = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#sql.exec(
      `INSERT INTO file (place, upload, field, name, content_type, rules, length)
        SELECT coalesce(max(place), 0) + 1, ?, ?, ?, ?, ?, ? FROM file`,
      ...[upload, field, name, contentType, JSON.stringify(rules), length],
    );
    return upload;
  }

  /** Appends up to `ROW_BYTES` bytes. Does nothing if the file has been deleted. */
  addBytes(upload: number, bytes: Uint8Array): void {
    const add = "INSERT INTO piece (upload, bytes) SELECT upload, ? FROM file WHERE upload = ?";
    this.#sql.exec(add, bytes, upload);
  }

  /** Returns a file's last row if it has space left. Filling it limits the number of rows. */
  partialRow(upload: number): { id: number; bytes: Uint8Array } | undefined {
    const query = `SELECT id, CASE WHEN length(bytes) < ${ROW_BYTES} THEN bytes END AS bytes
      FROM piece WHERE upload = ? ORDER BY id DESC LIMIT 1`;
    const [row] = this.#sql
      .exec<{ id: number; bytes: ArrayBuffer | null }>(query, upload)
      .toArray();
    return row?.bytes ? { id: row.id, bytes: new Uint8Array(row.bytes) } : undefined;
  }

  replaceRow(id: number, bytes: Uint8Array): void {
    this.#sql.exec("UPDATE piece SET bytes = ? WHERE id = ?", bytes, id);
  }

  finishFile(
    upload: number,
    file: Pick<StoredFile, "name" | "contentType" | "size" | "sha256" | "finding">,
  ): StoredFile | undefined {
    const { name, contentType, size, sha256, finding } = file;
    this.#sql.exec(
      "UPDATE file SET name = ?, content_type = ?, size = ?, sha256 = ?, finding = ? WHERE upload = ?",
      ...[name, contentType, size, sha256, finding ?? null, upload],
    );
    return this.file(upload);
  }

  begunFile(upload: number): NewFile | undefined {
    const row = this.#row(upload);
    return row && toNewFile(row);
  }

  file(upload: number): StoredFile | undefined {
    const row = this.#row(upload);
    if (!row || row.size === null || row.sha256 === null) return undefined;
    const finding = FINDINGS.find((known) => known === row.finding);
    return { ...toNewFile(row), upload, size: row.size, sha256: row.sha256, finding };
  }

  /** Returns a complete file whose bytes match its digest, or undefined if it is missing or damaged. */
  async intactFile(upload: number): Promise<StoredFile | undefined> {
    const file = this.file(upload);
    const digest = createSha256();
    for (const bytes of this.bytes(upload)) {
      await digest.update(bytes);
      await nextTask();
    }
    return (await digest.end()) === file?.sha256 ? file : undefined;
  }

  /** Sums the largest file size of every other field, including incomplete files. */
  bytesOfOtherFields(field: string): number {
    const query = `SELECT coalesce(sum(most), 0) AS bytes FROM (
      SELECT max(coalesce(size, length, 0)) AS most FROM file WHERE field <> ? GROUP BY field
    )`;
    return this.#sql.exec<{ bytes: number }>(query, field).one().bytes;
  }

  /** Returns the progress of an upload in pieces, or undefined for any other file. */
  progress(upload: number): UploadProgress | undefined {
    const length = this.#row(upload)?.length ?? null;
    if (length === null) return undefined;
    const query = "SELECT coalesce(sum(length(bytes)), 0) AS offset FROM piece WHERE upload = ?";
    return { ...this.#sql.exec<{ offset: number }>(query, upload).one(), length };
  }

  /** Whether files other than `uploads` are stored, including incomplete files. */
  hasOtherFiles(uploads: readonly number[]): boolean {
    const others =
      "SELECT 1 FROM file WHERE upload NOT IN (SELECT value FROM json_each(?)) LIMIT 1";
    return this.#sql.exec(others, JSON.stringify(uploads)).toArray().length > 0;
  }

  deleteFile(upload: number): void {
    this.#sql.exec("DELETE FROM piece WHERE upload = ?", upload);
    this.#sql.exec("DELETE FROM file WHERE upload = ?", upload);
  }

  /** Keeps the newest `count` unfinished uploads of a field and deletes the older ones. */
  deleteUnfinished(field: string, count: number): void {
    const unfinished = this.#sql.exec<{ upload: number }>(
      `SELECT upload FROM file WHERE field = ? AND length IS NOT NULL AND sha256 IS NULL
        ORDER BY place DESC LIMIT -1 OFFSET ?`,
      ...[field, count],
    );
    for (const { upload } of unfinished.toArray()) this.deleteFile(upload);
  }

  #deleteOtherFiles(uploads: readonly number[]): void {
    const isOther = "upload NOT IN (SELECT value FROM json_each(?))";
    for (const table of ["piece", "file"]) {
      this.#sql.exec(`DELETE FROM ${table} WHERE ${isOther}`, JSON.stringify(uploads));
    }
  }

  /** Yields a file's rows. Frees each row before the next row is read, without waiting for garbage collection. */
  *bytes(upload: number): Generator<Uint8Array> {
    for (const row of this.#rows(upload)) {
      yield row;
      (row.buffer as TransferableBuffer).transfer(0);
    }
  }

  /** Opens a file for reading at any offset. Keeps the last row in memory. */
  openFile(upload: number): RandomAccessFile {
    const sizes = this.#sql
      .exec<{ id: number; size: number }>(
        "SELECT id, length(bytes) AS size FROM piece WHERE upload = ? ORDER BY id",
        upload,
      )
      .toArray();
    let size = 0;
    const rows = sizes.map((row) => {
      const start = size;
      size += row.size;
      return { id: row.id, start, end: size };
    });
    let last = { id: -1, bytes: new Uint8Array() };
    const readRow = (id: number) => {
      const query = "SELECT bytes FROM piece WHERE id = ?";
      if (last.id !== id) {
        const [row] = this.#sql.exec<{ bytes: ArrayBuffer }>(query, id).toArray();
        last = { id, bytes: new Uint8Array(row?.bytes ?? new ArrayBuffer(0)) };
      }
      return last.bytes;
    };
    return {
      size,
      read(start, end) {
        const copy = new Uint8Array(Math.max(0, Math.min(end, size) - Math.min(start, size)));
        let index = rows.findIndex((row) => row.end > start);
        for (let row = rows[index]; row && row.start < end; row = rows[++index]) {
          const from = Math.max(0, start - row.start);
          copy.set(readRow(row.id).subarray(from, end - row.start), row.start + from - start);
        }
        return copy;
      },
    };
  }

  *#rows(upload: number): Generator<Uint8Array, undefined> {
    let last = 0;
    for (;;) {
      const [row] = this.#sql
        .exec<{ id: number; bytes: ArrayBuffer }>(
          "SELECT id, bytes FROM piece WHERE upload = ? AND id > ? ORDER BY id LIMIT 1",
          ...[upload, last],
        )
        .toArray();
      if (!row) return undefined;
      last = row.id;
      yield new Uint8Array(row.bytes);
    }
  }

  #row(upload: number): FileRow | undefined {
    return this.#sql.exec<FileRow>("SELECT * FROM file WHERE upload = ?", upload).toArray()[0];
  }

  get #sql(): SqlStorage {
    const { kv, sql } = this.storage;
    if (!this.#hasTables) {
      sql.exec(TABLES);
      if (kv.get("version") === 1) addFindings(sql);
    }
    this.#hasTables = true;
    return sql;
  }
}

/** Migrates the tables of version 1. */
function addFindings(sql: SqlStorage): void {
  try {
    // Fails if the column is missing. Reads no rows, whereas listing the columns counts as ten.
    sql.exec("SELECT finding FROM file LIMIT 0");
  } catch {
    sql.exec("ALTER TABLE file ADD finding TEXT");
  }
}

const toNewFile = ({ field, name, content_type: contentType, rules }: FileRow): NewFile => ({
  ...{ field, name, contentType, rules: rulesSchema.parse(JSON.parse(rules)) },
});
