import type { SqlValue } from "sql.js";
import type { Random } from "./random";
import { Rows, type Write } from "./sql";

/** A change that is stored: of a key, of a row, of the alarm, or of all at once. */
type Change =
  | { kind: "put"; key: string; value: StoredValue }
  | { kind: "delete"; key: string }
  | { kind: "row"; write: Write }
  | { kind: "alarm"; at: number | null }
  | { kind: "clear" };

/** A stored value, with its searchable text. */
class StoredValue {
  readonly #value: unknown;
  #text: string | undefined;

  constructor(value: unknown) {
    this.#value = deepFreeze(cloneValue(value));
  }

  /** It is frozen: no copy is needed. */
  read(): unknown {
    return this.#value;
  }

  get text(): string {
    return (this.#text ??= JSON.stringify([this.#value]));
  }
}

/**
 * The storage of one object, as in workerd with SQLite. What one turn writes is committed together; until
 * it is stored, a crash undoes it; but `deleteAll` is stored at once, apart from what follows it. It takes the
 * alarm along (compatibility date 2026-02-24).
 */
export class ObjectStorage {
  /** The object's view. */
  readonly #kv = new Map<string, StoredValue>();
  readonly #rows = new Rows();
  #alarm: number | null = null;
  /** What `text` said, until something is written. */
  #text: string | undefined;
  /** The disk's view. */
  readonly #storedKv = new Map<string, StoredValue>();
  #storedWrites: Write[] = [];
  storedAlarm: number | null = null;
  /** How many alarms were stored. */
  alarmsSet = 0;
  /** Whether writes fail at this moment. */
  isFull = () => false;

  /** Written in this turn. */
  #turn: Change[] = [];
  /** On their way to the disk. */
  #commits: Change[][] = [];

  get hasWritten(): boolean {
    return this.#turn.length > 0;
  }

  /** The end of a turn: what it wrote is on its way to the disk. */
  commit(): void {
    this.#commits.push(this.#turn);
    this.#turn = [];
  }

  /** The oldest commit is on the disk. */
  confirm(): void {
    for (const change of this.#commits.shift() ?? []) this.#store(change);
  }

  /** A crash: what is not on the disk is gone. @param confirmed how many of the commits got there yet */
  revert(confirmed: number): void {
    for (let left = confirmed; left > 0; left -= 1) this.confirm();
    const lost = [...this.#commits, this.#turn].flat();
    this.#commits = [];
    this.#turn = [];
    this.#alarm = this.storedAlarm;
    if (lost.some(({ kind }) => kind === "put" || kind === "delete" || kind === "clear")) {
      this.#kv.clear();
      for (const [key, value] of this.#storedKv) this.#kv.set(key, value);
      this.#text = undefined;
    }
    if (lost.some(({ kind }) => kind === "row" || kind === "clear")) {
      this.#rows.replay(this.#storedWrites);
      this.#text = undefined;
    }
  }

  get underWay(): number {
    return this.#commits.length;
  }

  /** The alarm goes off: the object sees none, until it sets another one. */
  ring(): void {
    this.#alarm = null;
  }

  /** The alarm's handler is done: unless the object has set it again, it is no more. */
  rang(at: number): void {
    if (this.#alarm === null && this.storedAlarm === at) this.storedAlarm = null;
  }

  /** The alarm is lost, and only that. */
  deleteAlarm(): void {
    this.#alarm = null;
    this.storedAlarm = null;
  }

  get hasFiles(): boolean {
    return this.#rows.wholePieces().length > 0;
  }

  /** Changes a byte of a whole file that is on the disk. @returns the file as it was; undefined if none is */
  flip(random: Random): string | undefined {
    if (this.hasWritten || this.underWay > 0) return undefined;
    const pieces = this.#rows.wholePieces();
    const piece = pieces[random.whole(0, pieces.length - 1)];
    if (!piece) return undefined;
    const bytes = piece.bytes.slice();
    const at = random.whole(0, bytes.byteLength - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
    const { write } = this.#rows.exec("UPDATE piece SET bytes = ? WHERE id = ?", [bytes, piece.id]);
    if (write) this.#storedWrites.push(write);
    this.#text = undefined;
    const file = pieces.filter(({ upload }) => upload === piece.upload).map((one) => one.bytes);
    return Buffer.concat(file).toString("latin1");
  }

  /** The least value of a column; undefined without rows. */
  least(table: string, column: string): number | undefined {
    return this.#rows.least(table, column);
  }

  /** All that an operator of the disk would find: keys, values and rows. */
  text(): string {
    return (this.#text ??= [
      ...Array.from(this.#kv, ([key, value]) => `${key}=${value.text}`),
      this.#rows.text(),
    ].join("\n"));
  }

  get isEmpty(): boolean {
    return this.#kv.size === 0 && this.#rows.text() === "" && this.#alarm === null;
  }

  get alarm(): number | null {
    return this.#alarm;
  }

  /** Gives its database back. */
  close(): void {
    this.#rows.clear();
  }

  readonly api = {
    kv: {
      get: (key: string) => this.#kv.get(key)?.read(),
      put: (key: string, value: unknown) => {
        this.#mayWrite();
        const kept = new StoredValue(value);
        this.#kv.set(key, kept);
        this.#write({ kind: "put", key, value: kept });
      },
      delete: (key: string) => {
        this.#mayWrite();
        const was = this.#kv.delete(key);
        if (was) this.#write({ kind: "delete", key });
        return was;
      },
      list: ({ prefix = "" }: { prefix?: string } = {}) =>
        [...this.#kv]
          .filter(([key]) => key.startsWith(prefix))
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, value]) => [key, value.read()] as const),
    },
    sql: {
      exec: (text: string, ...bindings: unknown[]) => {
        const values = bindings.map(toSqlValue);
        if (this.#rows.writes(text)) this.#mayWrite();
        const { columns, rows, write } = this.#rows.exec(text, values);
        if (write) this.#write({ kind: "row", write });
        return cursor(columns, rows);
      },
      databaseSize: 0,
    },
    deleteAll: async () => {
      this.#mayWrite();
      this.#kv.clear();
      this.#rows.clear();
      this.#alarm = null;
      // The file is deleted at once; what is written after it is committed at the end of the turn.
      this.#commits = this.#commits.map(() => []);
      this.#turn = [];
      this.#write({ kind: "clear" });
      this.#store({ kind: "clear" });
    },
    getAlarm: async () => this.#alarm,
    setAlarm: async (at: number | Date) => {
      this.#mayWrite();
      this.#alarm = Number(at);
      this.#write({ kind: "alarm", at: this.#alarm });
    },
    deleteAlarm: async () => {
      this.#mayWrite();
      this.#alarm = null;
      this.#write({ kind: "alarm", at: null });
    },
    transactionSync: <T>(work: () => T): T => work(),
    sync: async () => undefined,
  };

  #mayWrite(): void {
    if (this.isFull()) throw new Error("database or disk is full: SQLITE_FULL");
  }

  #write(change: Change): void {
    this.#text = undefined;
    this.#turn.push(change);
  }

  #store(change: Change): void {
    switch (change.kind) {
      case "put":
        this.#storedKv.set(change.key, change.value);
        return;
      case "delete":
        this.#storedKv.delete(change.key);
        return;
      case "row":
        this.#storedWrites.push(change.write);
        return;
      case "alarm":
        this.storedAlarm = change.at;
        this.alarmsSet += Number(change.at !== null);
        return;
      case "clear":
        this.#storedKv.clear();
        this.#storedWrites = [];
        this.storedAlarm = null;
    }
  }
}

/** A value as SQLite stores it. */
function toSqlValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
  if (value instanceof Uint8Array) return value.slice();
  if (typeof value === "number" || typeof value === "string") return value;
  throw new TypeError(`A ${typeof value} cannot be stored`);
}

function cursor(columns: string[], rows: SqlValue[][]) {
  const objects = rows.map((row) => {
    const object: Record<string, SqlValue | ArrayBuffer> = {};
    for (const [place, column] of columns.entries()) {
      const value = row[place] ?? null;
      object[column] = value instanceof Uint8Array ? new Uint8Array(value).buffer : value;
    }
    return object;
  });
  return {
    columnNames: columns,
    toArray: () => objects,
    one: () => {
      if (objects.length !== 1) throw new Error(`Expected one row, and found ${objects.length}`);
      return objects[0];
    },
    raw: () => rows.values(),
    [Symbol.iterator]: () => objects.values(),
    rowsRead: rows.length,
    rowsWritten: 0,
  };
}

/** A structured clone; a stream is passed on. */
export const cloneValue = (value: unknown): unknown =>
  value instanceof ReadableStream ? value : structuredClone(value);

/** The same value, which cannot be changed any more. */
function deepFreeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  for (const held of Object.values(value)) deepFreeze(held);
  return Object.freeze(value);
}
