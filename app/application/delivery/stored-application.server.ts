import { z } from "zod";
import type { FileStore } from "./file-store.server";
import type { Schema } from "./schema.server";
import { parseState, STORAGE_VERSION, UnknownStorageError, type ApplicationState } from "./state";
import { uploadsOf } from "./state-files";

/** A candidate has few tabs. */
const MOST_PASSED_ON = 8;
const passedOnSchema = z.array(z.string()).catch([]);

/**
 * What an object stores besides its files: the application's state, a salt, the time of the last touch,
 * and what was given to successors.
 */
export class StoredApplication {
  readonly #storage: DurableObjectStorage;
  readonly #files: FileStore;
  readonly #schema: Schema;

  constructor(storage: DurableObjectStorage, files: FileStore, schema: Schema) {
    this.#storage = storage;
    this.#files = files;
    this.#schema = schema;
  }

  /**
   * Undefined before its first use.
   *
   * @throws UnknownStorageError
   */
  get state(): ApplicationState | undefined {
    const { kv } = this.#storage;
    const stored = kv.get("state");
    if (stored === undefined) return undefined;
    try {
      return parseState(stored, kv.get("version"));
    } catch (error) {
      // Its message has names of fields, and nothing of the candidate's.
      if (error instanceof UnknownStorageError) console.error(error.message);
      throw error;
    }
  }

  /** Stores a state, and deletes what only the state before needed, in one transaction. */
  put(next: ApplicationState): void {
    const { kv } = this.#storage;
    const before = this.state;
    kv.put("version", STORAGE_VERSION);
    kv.put("state", next);
    const kept = uploadsOf(next);
    for (const upload of uploadsOf(before)) if (!kept.includes(upload)) this.#files.discard(upload);
  }

  /** When a candidate last wrote to the application, in ms since 1970; 0 if never. */
  get touchedAt(): number {
    const stored = this.#storage.kv.get("touchedAt");
    return typeof stored === "number" ? stored : 0;
  }

  touch(): void {
    this.#storage.kv.put("touchedAt", Date.now());
  }

  /** The application's own, so that nobody can guess what a digest was made of. */
  get salt(): string {
    const { kv } = this.#storage;
    const stored = kv.get("salt");
    const salt = typeof stored === "string" ? stored : crypto.randomUUID();
    if (salt !== stored) kv.put("salt", salt);
    return salt;
  }

  /** Digests of the contents that were given to a successor, because others were being sent. */
  get passedOn(): string[] {
    return passedOnSchema.parse(this.#storage.kv.get("passedOn"));
  }

  /** Remembers that contents were given to a successor: their repeats go there, too. */
  passOn(digest: string): void {
    const before = this.passedOn.filter((one) => one !== digest);
    this.#storage.kv.put("passedOn", [...before, digest].slice(-MOST_PASSED_ON));
  }

  forget(): Promise<void> {
    return this.#schema.clear();
  }
}
