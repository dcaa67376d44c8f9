import { createRequire } from "node:module";
import initSqlJs, { type Database, type SqlValue, type Statement } from "sql.js";

const wasm = createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");
const SQL = await initSqlJs({ locateFile: () => wasm });

/**
 * A database costs milliseconds to open, so they are used again. Whatever an object does in one happens
 * inside a transaction that is never committed: rolling it back makes the database empty.
 */
class Opened {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor() {
    this.#database = new SQL.Database();
    for (const pragma of ["journal_mode=MEMORY", "synchronous=OFF", "locking_mode=EXCLUSIVE"]) {
      this.#database.run(`PRAGMA ${pragma}`);
    }
    this.#database.run("BEGIN");
  }

  clear(): void {
    for (const statement of this.#statements.values()) statement.reset();
    this.run("ROLLBACK", []);
    this.run("BEGIN", []);
  }

  script(text: string): void {
    this.#database.run(text);
  }

  run(text: string, bindings: SqlValue[]): { columns: string[]; rows: SqlValue[][] } {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    statement.bind(bindings);
    const rows: SqlValue[][] = [];
    let columns: string[] = [];
    try {
      while (statement.step()) {
        if (rows.length === 0) columns = statement.getColumnNames();
        rows.push(statement.get());
      }
    } finally {
      statement.reset();
    }
    return { columns, rows };
  }
}

const idle: Opened[] = [];

/** Math.random names sql.js's files: while an object's is virtual, two would get the same name. */
const trueRandom = Math.random.bind(Math);

function open(): Opened {
  const before = idle.pop();
  if (before) return before;
  const { random } = Math;
  Math.random = trueRandom;
  try {
    return new Opened();
  } finally {
    Math.random = random;
  }
}

/** One statement that wrote, with its bindings. */
export type Write = readonly [text: string, bindings: SqlValue[]];

const READS = /^\s*(?:--[^\n]*\n\s*)*(?:SELECT|WITH|EXPLAIN|PRAGMA)\b/i;
/** A reading that has a row even when there is none to read. */
const COUNTS = /\b(?:count|sum|max|min|total|avg|sqlite_master)\b/i;
const CHANGES = /^\s*(?:DELETE|UPDATE)\b/i;
const CREATES = /^\s*CREATE\s+(?:TABLE|(?:UNIQUE\s+)?INDEX)\s+IF\s+NOT\s+EXISTS\b/i;
/** A script of nothing but `CREATE … IF NOT EXISTS`, which does nothing when it is run again. */
const isSchema = (text: string) =>
  text
    .replace(/--[^\n]*/g, "")
    .split(";")
    .every((part) => part.trim() === "" || CREATES.test(part));
const schemas = new Map<string, boolean>();

/** The rows of one object. The database is opened when something is first written. */
export class Rows {
  #opened: Opened | undefined;
  /** What has been created; it is not yet in a database if none is open. */
  readonly #schema = new Set<string>();

  /** @returns what it read, and the write to be stored, if it is one */
  exec(
    text: string,
    bindings: SqlValue[],
  ): { columns: string[]; rows: SqlValue[][]; write?: Write } {
    let schema = schemas.get(text);
    if (schema === undefined) schemas.set(text, (schema = isSchema(text)));
    if (schema) {
      if (this.#schema.has(text)) return { columns: [], rows: [] };
      this.#schema.add(text);
      this.#opened?.script(text);
      return { columns: [], rows: [], write: [text, []] };
    }
    const reads = READS.test(text);
    // Nothing was written yet: there is nothing to be found, changed or deleted.
    if (!this.#opened && (reads ? !COUNTS.test(text) : CHANGES.test(text))) {
      return { columns: [], rows: [] };
    }
    const found = this.#database().run(text, bindings);
    return reads ? found : { ...found, write: [text, bindings] };
  }

  /** Runs a statement on the rows as they are; no rows if nothing was ever written. */
  look(text: string): SqlValue[][] {
    return this.#opened?.run(text, []).rows ?? [];
  }

  clear(): void {
    this.#schema.clear();
    if (!this.#opened) return;
    this.#opened.clear();
    idle.push(this.#opened);
    this.#opened = undefined;
  }

  replay(writes: readonly Write[]): void {
    this.clear();
    for (const [text, bindings] of writes) this.exec(text, bindings);
  }

  /** All rows of all tables, as a text, for whoever looks for something in them. */
  text(): string {
    if (!this.#opened) return "";
    const tables = this.look("SELECT name FROM sqlite_master WHERE type = 'table'");
    return tables
      .flatMap(([name]) => this.look(`SELECT * FROM "${String(name)}"`))
      .map((row) =>
        row
          .map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
          )
          .join("\t"),
      )
      .join("\n");
  }

  #database(): Opened {
    if (!this.#opened) {
      this.#opened = open();
      for (const text of this.#schema) this.#opened.script(text);
    }
    return this.#opened;
  }
}
