import { createRequire } from "node:module";
import initSqlJs, { type Database, type SqlValue, type Statement } from "sql.js";

const wasm = createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");
const SQL = await initSqlJs({ locateFile: () => wasm });

interface Result {
  columns: string[];
  rows: SqlValue[][];
}

const NOTHING: Result = { columns: [], rows: [] };

/** A database with tables. Databases are cleared and reused, because creating one takes milliseconds. */
class OpenDatabase {
  readonly #database: Database;
  readonly #statements = new Map<string, { statement: Statement; columns?: string[] }>();
  #isEmpty = true;

  /** @param schema the statements that create the tables, in execution order */
  constructor(readonly schema: readonly string[]) {
    this.#database = new SQL.Database();
    for (const pragma of ["journal_mode=MEMORY", "synchronous=OFF", "locking_mode=EXCLUSIVE"]) {
      this.#database.run(`PRAGMA ${pragma}`);
    }
    for (const text of schema) this.#database.run(text);
    this.#database.run("BEGIN");
  }

  /** Rolls back all writes without deleting the tables, so that prepared statements stay valid. */
  clear(): void {
    if (this.#isEmpty) return;
    this.#run("ROLLBACK", []);
    this.#run("BEGIN", []);
    this.#isEmpty = true;
  }

  read(text: string, bindings: SqlValue[]): Result {
    return this.#run(text, bindings);
  }

  write(text: string, bindings: SqlValue[]): Result {
    this.#isEmpty = false;
    return this.#run(text, bindings);
  }

  /** Changes the tables. `clear` undoes the changes. */
  script(text: string): void {
    this.#isEmpty = false;
    this.#database.run(text);
    for (const known of this.#statements.values()) delete known.columns;
  }

  #run(text: string, bindings: SqlValue[]): Result {
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

/** Idle, empty databases by schema. */
const idle = new Map<string, OpenDatabase[]>();
const idleDatabases = (schema: readonly string[]): OpenDatabase[] => {
  const key = schema.join("\n;\n");
  const found = idle.get(key) ?? [];
  idle.set(key, found);
  return found;
};

/** sql.js names its files with `Math.random`. The simulator's `Math.random` would repeat names. */
const realRandom = Math.random.bind(Math);

function open(schema: readonly string[]): OpenDatabase {
  const before = idleDatabases(schema).pop();
  if (before) return before;
  const { random } = Math;
  Math.random = realRandom;
  try {
    return new OpenDatabase(schema);
  } finally {
    Math.random = random;
  }
}

function close(opened: OpenDatabase): void {
  opened.clear();
  idleDatabases(opened.schema).push(opened);
}

/** A statement that wrote data, with its bindings. */
export type Write = readonly [text: string, bindings: SqlValue[]];

/** `schema` statements create or change tables. `idempotent` statements have no effect if they are repeated. */
type StatementKind = "read" | "write" | "schema" | "idempotent";

const READS = /^\s*(?:--[^\n]*\n\s*)*(?:SELECT|WITH|EXPLAIN|PRAGMA)\b/i;
const SCHEMA = /^(?:CREATE|ALTER)\b/i;
const IDEMPOTENT = /^CREATE\s+(?:TABLE|(?:UNIQUE\s+)?INDEX)\s+IF\s+NOT\s+EXISTS\b/i;

const kinds = new Map<string, StatementKind>();

function classify(text: string): StatementKind {
  const known = kinds.get(text);
  if (known) return known;
  const statements = text
    .replace(/--[^\n]*/g, "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const allMatch = (pattern: RegExp) => statements.every((statement) => pattern.test(statement));
  const written = allMatch(IDEMPOTENT) ? "idempotent" : allMatch(SCHEMA) ? "schema" : "write";
  const kind = READS.test(text) ? "read" : written;
  kinds.set(text, kind);
  return kind;
}

/** The tables and rows of one object. */
export class Rows {
  #opened: OpenDatabase | undefined;
  /** The statements that created the tables, in execution order. */
  #schema: readonly string[] = [];
  #hasRows = false;
  #text: string | undefined;

  /** Runs a statement. @returns its rows and, if it wrote data, the write */
  exec(text: string, bindings: SqlValue[]): Result & { write?: Write } {
    const kind = classify(text);
    if (kind === "read") return this.#database().read(text, bindings);
    if (kind === "idempotent" && this.#schema.includes(text)) return NOTHING;
    this.#text = undefined;
    if (kind === "write") {
      this.#hasRows = true;
      return { ...this.#database().write(text, bindings), write: [text, bindings] };
    }
    this.#changeSchema(text);
    return { ...NOTHING, write: [text, []] };
  }

  writes(text: string): boolean {
    const kind = classify(text);
    return kind !== "read" && !(kind === "idempotent" && this.#schema.includes(text));
  }

  /** Returns the pieces of complete files in the order of their ids. */
  completePieces(): { id: number; upload: number; bytes: Uint8Array }[] {
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

  /** Returns the lowest number in a column, if there is one. */
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

  /** Returns all rows of all tables as searchable text that ends with the blobs. */
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

  /** Changes this database's tables, or switches to an idle database that has the changed tables. */
  #changeSchema(text: string): void {
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
