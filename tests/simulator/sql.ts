import { createRequire } from "node:module";
import initSqlJs, { type Database, type SqlValue, type Statement } from "sql.js";

const wasm = createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");
const SQL = await initSqlJs({ locateFile: () => wasm });

/** A statement's result. */
interface Found {
  columns: string[];
  rows: SqlValue[][];
}

const NOTHING: Found = { columns: [], rows: [] };

/** A database with tables. It costs milliseconds to make one, so it is emptied and used again. */
class OpenDatabase {
  readonly #database: Database;
  readonly #statements = new Map<string, { statement: Statement; columns?: string[] }>();
  #isEmpty = true;

  /** @param schema the statements that make its tables, in order */
  constructor(readonly schema: readonly string[]) {
    this.#database = new SQL.Database();
    for (const pragma of ["journal_mode=MEMORY", "synchronous=OFF", "locking_mode=EXCLUSIVE"]) {
      this.#database.run(`PRAGMA ${pragma}`);
    }
    for (const text of schema) this.#database.run(text);
    this.#database.run("BEGIN");
  }

  /** Takes back all that was written. The tables stay, so that prepared statements do too. */
  clear(): void {
    if (this.#isEmpty) return;
    this.#run("ROLLBACK", []);
    this.#run("BEGIN", []);
    this.#isEmpty = true;
  }

  read(text: string, bindings: SqlValue[]): Found {
    return this.#run(text, bindings);
  }

  write(text: string, bindings: SqlValue[]): Found {
    this.#isEmpty = false;
    return this.#run(text, bindings);
  }

  /** Changes the tables, until they are taken back. */
  script(text: string): void {
    this.#isEmpty = false;
    this.#database.run(text);
    for (const known of this.#statements.values()) delete known.columns;
  }

  #run(text: string, bindings: SqlValue[]): Found {
    let known = this.#statements.get(text);
    if (!known) {
      known = { statement: this.#database.prepare(text) };
      this.#statements.set(text, known);
    }
    const { statement } = known;
    if (bindings.length > 0) statement.bind(bindings);
    try {
      if (!statement.step()) return NOTHING;
      const columns = (known.columns ??= statement.getColumnNames());
      const rows = [statement.get()];
      while (statement.step()) rows.push(statement.get());
      return { columns, rows };
    } finally {
      statement.reset();
    }
  }
}

/** Idle empty databases, by their tables. */
const idle = new Map<string, OpenDatabase[]>();
const idleWith = (schema: readonly string[]): OpenDatabase[] => {
  const key = schema.join("\n;\n");
  const found = idle.get(key) ?? [];
  idle.set(key, found);
  return found;
};

/** Math.random names sql.js's files: while an object's is virtual, two would get the same name. */
const trueRandom = Math.random.bind(Math);

function open(schema: readonly string[]): OpenDatabase {
  const before = idleWith(schema).pop();
  if (before) return before;
  const { random } = Math;
  Math.random = trueRandom;
  try {
    return new OpenDatabase(schema);
  } finally {
    Math.random = random;
  }
}

function close(opened: OpenDatabase): void {
  opened.clear();
  idleWith(opened.schema).push(opened);
}

/** One statement that wrote, with its bindings. */
export type Write = readonly [text: string, bindings: SqlValue[]];

/** `schema`: it makes or changes tables; `idempotent`: it does nothing when it is run again. */
type Sort = "read" | "write" | "schema" | "idempotent";

const READS = /^\s*(?:--[^\n]*\n\s*)*(?:SELECT|WITH|EXPLAIN|PRAGMA)\b/i;
const SCHEMA = /^(?:CREATE|ALTER)\b/i;
const IDEMPOTENT = /^CREATE\s+(?:TABLE|(?:UNIQUE\s+)?INDEX)\s+IF\s+NOT\s+EXISTS\b/i;

const sorts = new Map<string, Sort>();

function classify(text: string): Sort {
  const known = sorts.get(text);
  if (known) return known;
  const statements = text
    .replace(/--[^\n]*/g, "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const are = (kind: RegExp) => statements.every((one) => kind.test(one));
  const written = are(IDEMPOTENT) ? "idempotent" : are(SCHEMA) ? "schema" : "write";
  const sort = READS.test(text) ? "read" : written;
  sorts.set(text, sort);
  return sort;
}

/** The tables and rows of one object. */
export class Rows {
  #opened: OpenDatabase | undefined;
  /** The statements that made the tables, in order. */
  #schema: readonly string[] = [];
  #hasRows = false;
  #text: string | undefined;

  /** @returns what it read, and the write to be stored, if it is one */
  exec(text: string, bindings: SqlValue[]): Found & { write?: Write } {
    const sort = classify(text);
    if (sort === "read") return this.#database().read(text, bindings);
    if (sort === "idempotent" && this.#schema.includes(text)) return NOTHING;
    this.#text = undefined;
    if (sort === "write") {
      this.#hasRows = true;
      return { ...this.#database().write(text, bindings), write: [text, bindings] };
    }
    this.#change(text);
    return { ...NOTHING, write: [text, []] };
  }

  /** Whether a statement would write. */
  writes(text: string): boolean {
    const sort = classify(text);
    return sort !== "read" && !(sort === "idempotent" && this.#schema.includes(text));
  }

  /** The pieces of whole files, in order. */
  wholePieces(): { id: number; upload: number; bytes: Uint8Array }[] {
    if (!this.#has("piece")) return [];
    const { rows } = this.#database().read(
      `SELECT piece.id, piece.upload, bytes FROM piece JOIN file ON file.upload = piece.upload
        WHERE sha256 IS NOT NULL ORDER BY piece.id`,
      [],
    );
    return rows.flatMap(([id, upload, bytes]) =>
      bytes instanceof Uint8Array && bytes.byteLength > 0
        ? [{ id: Number(id), upload: Number(upload), bytes }]
        : [],
    );
  }

  /** The least value of a column; undefined without rows. */
  least(table: string, column: string): number | undefined {
    if (!this.#has(table)) return undefined;
    const { rows } = this.#database().read(`SELECT min(${column}) FROM ${table}`, []);
    const least = rows[0]?.[0];
    return typeof least === "number" ? least : undefined;
  }

  #has(table: string): boolean {
    if (!this.#hasRows) return false;
    const text = "SELECT 1 FROM sqlite_master WHERE name = ?";
    return this.#database().read(text, [table]).rows.length > 0;
  }

  clear(): void {
    this.#schema = [];
    this.#hasRows = false;
    this.#text = undefined;
    if (this.#opened) close(this.#opened);
    this.#opened = undefined;
  }

  replay(writes: readonly Write[]): void {
    this.clear();
    for (const [text, bindings] of writes) this.exec(text, bindings);
  }

  /** All rows of all tables as searchable text, blobs last. */
  text(): string {
    if (!this.#hasRows) return "";
    return (this.#text ??= this.#read());
  }

  #read(): string {
    const opened = this.#database();
    const tables = opened.read("SELECT name FROM sqlite_master WHERE type = 'table'", []).rows;
    const values = tables.flatMap(([name]) =>
      opened.read(`SELECT * FROM "${String(name)}"`, []).rows.flat(),
    );
    const isBlob = (value: SqlValue) => value instanceof Uint8Array;
    const blobs = values.filter(isBlob).map((bytes) => Buffer.from(bytes).toString("latin1"));
    return [...values.filter((value) => !isBlob(value)), blobs.join("")].join("\n");
  }

  /** Changes the tables: of this database, or by one that has such tables already. */
  #change(text: string): void {
    this.#schema = [...this.#schema, text];
    if (this.#hasRows) {
      this.#database().script(text);
      return;
    }
    if (this.#opened) close(this.#opened);
    this.#opened = open(this.#schema);
  }

  #database(): OpenDatabase {
    return (this.#opened ??= open(this.#schema));
  }
}
