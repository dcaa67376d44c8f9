import type { CvStore } from "./cv-store.server";
import { sha256Hex } from "./digest.server";
import {
  cvOf,
  hasContents,
  parseState,
  STORAGE_VERSION,
  UnknownStorageError,
  type ApplicationState,
} from "./state";

/** What an object stores of its application, besides its files: its state, its salt, its last touch. */
export class StoredApplication {
  readonly #storage: DurableObjectStorage;
  readonly #cvs: CvStore;

  constructor(storage: DurableObjectStorage, cvs: CvStore) {
    this.#storage = storage;
    this.#cvs = cvs;
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

  /** Stores a state, and lets go of what the one before held: all of it or nothing. */
  put(next: ApplicationState): void {
    const { kv } = this.#storage;
    const before = this.state;
    const cv = cvOf(before);
    kv.put("version", STORAGE_VERSION);
    kv.put("state", next);
    if (cv !== undefined && cv !== cvOf(next)) this.#cvs.discard(cv);
    if (before && hasContents(before)) this.shrink(next);
  }

  /**
   * Makes the storage anew once the contents are gone: rows that are deleted leave their bytes in it.
   * Not while a repeat is still coming in.
   */
  shrink(state: ApplicationState): void {
    const isNeeded = state.state === "draft" || hasContents(state);
    if (isNeeded || this.#cvs.hasOthers(undefined)) return;
    const { kv } = this.#storage;
    const kept = [...kv.list()];
    // It takes effect at once, and what is put back goes into the same turn.
    void this.#storage.deleteAll();
    for (const [key, value] of kept) kv.put(key, value);
  }

  /** When a candidate last wrote to it, in ms since 1970; 0 if never. */
  get touchedAt(): number {
    const stored = this.#storage.kv.get("touchedAt");
    return typeof stored === "number" ? stored : 0;
  }

  touch(): void {
    this.#storage.kv.put("touchedAt", Date.now());
  }

  /** The SHA-256 of a text with a salt of the application's own, so that nobody can guess the text. */
  salted(text: string): Promise<string> {
    const { kv } = this.#storage;
    const stored = kv.get("salt");
    const salt = typeof stored === "string" ? stored : crypto.randomUUID();
    if (salt !== stored) kv.put("salt", salt);
    return sha256Hex(`${salt} ${text}`);
  }

  forget(): Promise<void> {
    return this.#storage.deleteAll();
  }
}
