import type { CvStore } from "./cv-store.server";
import { sha256Hex } from "./digest.server";
import {
  cvOf,
  hasContents,
  parseState,
  UnknownStorageError,
  versionOf,
  type ApplicationState,
} from "./state";

/** What an object stores besides its CVs: the application's state, a salt, the time of the last touch. */
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

  /** Stores a state, and deletes what only the state before needed, in one transaction. */
  put(next: ApplicationState): void {
    const { kv } = this.#storage;
    const before = this.state;
    const cv = cvOf(before);
    kv.put("version", versionOf(next));
    kv.put("state", next);
    if (cv !== undefined && cv !== cvOf(next)) this.#cvs.discard(cv);
    if (before && hasContents(before)) this.shrink(next);
  }

  /**
   * Rewrites the storage once the contents are gone, because deleted rows leave their bytes in the
   * file. It waits while the CV of a repeat is still here.
   */
  shrink(state: ApplicationState): void {
    const isNeeded = state.state === "draft" || hasContents(state);
    if (isNeeded || this.#cvs.hasOthers(undefined)) return;
    const { kv } = this.#storage;
    const kept = [...kv.list()];
    // It takes effect at once, and is committed together with what is put back.
    void this.#storage.deleteAll();
    for (const [key, value] of kept) kv.put(key, value);
  }

  /** When a candidate last wrote to the application, in ms since 1970; 0 if never. */
  get touchedAt(): number {
    const stored = this.#storage.kv.get("touchedAt");
    return typeof stored === "number" ? stored : 0;
  }

  touch(): void {
    this.#storage.kv.put("touchedAt", Date.now());
  }

  /** The SHA-256 of a text with the application's own salt, so that nobody can guess the text. */
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
