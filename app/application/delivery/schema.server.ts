import { MIGRATIONS, SCHEMA_VERSION, type Step, type Stored } from "./migrations";

/** The tables of an application's object, in today's shape. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS cv (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    -- All bytes of a file that comes in pieces; null if it came in one:
    length INTEGER,
    -- Null until the file is whole:
    size INTEGER,
    sha256 TEXT,
    -- The id of the field that the file is for:
    field TEXT NOT NULL DEFAULT 'cv',
    -- What the field takes, as JSON; null if it is what is taken for a CV:
    rules TEXT
  );
  CREATE TABLE IF NOT EXISTS cv_piece (
    id INTEGER PRIMARY KEY,
    cv INTEGER NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS cv_piece_of_cv ON cv_piece (cv, id);
`;

/**
 * The shape of what an application's object stores. Its number, `SCHEMA_VERSION`, is in a table,
 * because a table goes with the others when the storage is deleted.
 */
export class Schema {
  readonly #storage: DurableObjectStorage;
  /** Whether what is stored is known to be of today's shape; and whether the tables are there. */
  #isMigrated = false;
  #hasTables = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Brings what an earlier build stored to today's shape, in one transaction. Stores nothing in an empty object. */
  migrate(): void {
    if (this.#isMigrated) return;
    const version = this.#version();
    if (version < SCHEMA_VERSION && !this.#isEmpty()) {
      this.#storage.transactionSync(() => {
        for (const migration of MIGRATIONS.slice(version)) {
          for (const step of migration(this.#stored())) this.#carryOut(step);
        }
        this.#number();
      });
    }
    this.#isMigrated = true;
  }

  /** Makes sure that the tables are there, in today's shape. */
  createTables(): void {
    if (this.#hasTables) return;
    this.migrate();
    this.#storage.sql.exec(TABLES);
    if (this.#version() === 0) this.#number();
    this.#hasTables = true;
  }

  /** Deletes all that is stored, with the tables. */
  clear(): Promise<void> {
    this.#isMigrated = true;
    this.#hasTables = false;
    return this.#storage.deleteAll();
  }

  /** The number that is stored; 0 if there is none. */
  #version(): number {
    if (this.#columns("schema_version").length === 0) return 0;
    const [row] = this.#storage.sql
      .exec<{ version: number }>("SELECT version FROM schema_version")
      .toArray();
    return row?.version ?? 0;
  }

  #number(): void {
    const { sql } = this.#storage;
    sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
    sql.exec("DELETE FROM schema_version");
    sql.exec("INSERT INTO schema_version VALUES (?)", SCHEMA_VERSION);
  }

  #isEmpty(): boolean {
    return (
      [...this.#storage.kv.list({ limit: 1 })].length === 0 && this.#columns("cv").length === 0
    );
  }

  #stored(): Stored {
    return {
      value: (key) => this.#storage.kv.get(key),
      columns: (table) => this.#columns(table),
    };
  }

  #columns(table: string): string[] {
    return this.#storage.sql
      .exec<{ name: string }>("SELECT name FROM pragma_table_info(?)", table)
      .toArray()
      .map(({ name }) => name);
  }

  #carryOut(step: Step): void {
    const { kv, sql } = this.#storage;
    switch (step[0]) {
      case "put":
        kv.put(step[1], step[2]);
        return;
      case "delete":
        kv.delete(step[1]);
        return;
      case "add-column":
        sql.exec(`ALTER TABLE "${step[1]}" ADD COLUMN ${step[2]}`);
    }
  }
}
