/** The tables of an application's object. */
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
    field TEXT NOT NULL,
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

/** Creates the tables of an application's object when they are first needed. */
export class Schema {
  readonly #storage: DurableObjectStorage;
  #hasTables = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  createTables(): void {
    if (this.#hasTables) return;
    this.#storage.sql.exec(TABLES);
    this.#hasTables = true;
  }

  /** Deletes everything that is stored, with the tables. */
  clear(): Promise<void> {
    this.#hasTables = false;
    return this.#storage.deleteAll();
  }
}
