import type { SqlValue } from "sql.js";
import type { Random } from "./random";
import { Rows, type Write } from "./sql";

type Change =
  | { kind: "put"; key: string; value: StoredValue }
  | { kind: "delete"; key: string }
  | { kind: "row"; write: Write }
  | { kind: "alarm"; at: number | null }
  | { kind: "clear" };

/** A stored value with its searchable text. */
class StoredValue {
  readonly #value: unknown;
  #text: string | undefined;

  constructor(value: unknown) {
    this.#value = deepFreeze(cloneValue(value));
  }

  /** Returns the value itself, because it is frozen. */
  read(): unknown {
    return this.#value;
  }

  get text(): string {
    return (this.#text ??= JSON.stringify([this.#value]));
  }
}

/**
 * Imitates an object's SQLite storage in workerd. An event's writes are committed together. A crash undoes writes
 * that are not on disk. `deleteAll` takes effect immediately and deletes the alarm (compatibility date 2026-02-24).
 */
export class ObjectStorage {
  /** The data that the object reads. */
  readonly #kv = new Map<string, StoredValue>();
  readonly #rows = new Rows();
  #alarm: number | null = null;
  #text: string | undefined;
  /** The data on disk. */
  readonly #storedKv = new Map<string, StoredValue>();
  #storedWrites: Write[] = [];
  storedAlarm: number | null = null;
  /** The number of alarms stored so far. */
  alarmsSet = 0;
  /** Whether writes currently fail. */
  isFull = () => false;

  /** The current event's changes. */
  #uncommitted: Change[] = [];
  /** Commits that are not on disk yet. */
  #commits: Change[][] = [];

  get hasWritten(): boolean {
    return this.#uncommitted.length > 0;
  }

  commit(): void {
    this.#commits.push(this.#uncommitted);
    this.#uncommitted = [];
  }

  /** Stores the oldest commit. */
  confirm(): void {
    for (const change of this.#commits.shift() ?? []) this.#store(change);
  }

  /** Undoes writes after a crash. @param confirmed the number of pending commits that reached the disk */
  revert(confirmed: number): void {
    for (let left = confirmed; left > 0; left -= 1) this.confirm();
    const lost = [...this.#commits, this.#uncommitted].flat();
    this.#commits = [];
    this.#uncommitted = [];
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

  get pendingCommits(): number {
    return this.#commits.length;
  }

  /** Hides the alarm from the object while its handler runs. */
  fireAlarm(): void {
    this.#alarm = null;
  }

  /** Deletes the stored alarm after its handler has run. An alarm that the handler set is not deleted. */
  finishAlarm(at: number): void {
    if (this.#alarm === null && this.storedAlarm === at) this.storedAlarm = null;
  }

  /** Deletes the alarm without a write by the object. */
  deleteAlarm(): void {
    this.#alarm = null;
    this.storedAlarm = null;
  }

  get hasFiles(): boolean {
    return this.#rows.completePieces().length > 0;
  }

  /** Flips a bit of a stored file. @returns the original file, or undefined if no bit was flipped */
  flip(random: Random): string | undefined {
    if (this.hasWritten || this.pendingCommits > 0) return undefined;
    const pieces = this.#rows.completePieces();
    const piece = pieces[random.whole(0, pieces.length - 1)];
    if (!piece) return undefined;
    const bytes = piece.bytes.slice();
    const at = random.whole(0, bytes.byteLength - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
    const { write } = this.#rows.exec("UPDATE piece SET bytes = ? WHERE id = ?", [bytes, piece.id]);
    if (write) this.#storedWrites.push(write);
    this.#text = undefined;
    const file = pieces.filter(({ upload }) => upload === piece.upload);
    return Buffer.concat(file.map(({ bytes }) => bytes)).toString("latin1");
  }

  least(table: string, column: string): number | undefined {
    return this.#rows.least(table, column);
  }

  /** Returns all keys, values and rows as searchable text. */
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

  close(): void {
    this.#rows.clear();
  }

  readonly api = {
    kv: {
      get: (key: string) => this.#kv.get(key)?.read(),
      put: (key: string, value: unknown) => {
        this.#ensureWritable();
        const kept = new StoredValue(value);
        this.#kv.set(key, kept);
        this.#write({ kind: "put", key, value: kept });
      },
      delete: (key: string) => {
        this.#ensureWritable();
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
        if (this.#rows.writes(text)) this.#ensureWritable();
        const { columns, rows, write } = this.#rows.exec(text, values);
        if (write) this.#write({ kind: "row", write });
        return cursor(columns, rows);
      },
      databaseSize: 0,
    },
    deleteAll: async () => {
      this.#ensureWritable();
      this.#kv.clear();
      this.#rows.clear();
      this.#alarm = null;
      // The deletion is on disk immediately, but later writes are committed at the end of the event.
      this.#commits = this.#commits.map(() => []);
      this.#uncommitted = [];
      this.#write({ kind: "clear" });
      this.#store({ kind: "clear" });
    },
    getAlarm: async () => this.#alarm,
    setAlarm: async (at: number | Date) => {
      this.#ensureWritable();
      this.#alarm = Number(at);
      this.#write({ kind: "alarm", at: this.#alarm });
    },
    deleteAlarm: async () => {
      this.#ensureWritable();
      this.#alarm = null;
      this.#write({ kind: "alarm", at: null });
    },
    transactionSync: <T>(work: () => T): T => work(),
    sync: async () => undefined,
  };

  #ensureWritable(): void {
    if (this.isFull()) throw new Error("database or disk is full: SQLITE_FULL");
  }

  #write(change: Change): void {
    this.#text = undefined;
    this.#uncommitted.push(change);
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

function toSqlValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
  if (value instanceof Uint8Array) return value.slice();
  if (typeof value === "number" || typeof value === "string") return value;
  throw new TypeError(`Cannot store a value of type ${typeof value}`);
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
      if (objects.length !== 1) throw new Error(`Expected one row, found ${objects.length}`);
      return objects[0];
    },
    raw: () => rows.values(),
    [Symbol.iterator]: () => objects.values(),
    rowsRead: rows.length,
    rowsWritten: 0,
  };
}

/** Clones a value as RPC does. Streams are passed through. */
export const cloneValue = (value: unknown): unknown =>
  value instanceof ReadableStream ? value : structuredClone(value);

/** Freezes a value and its members, except typed arrays. */
function deepFreeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
