/**
 * A browser's local storage, with its keys as own properties: `vi.stubGlobal("localStorage", new
 * LocalStorage())`.
 */
export class LocalStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }

  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** A browser that forbids to store anything, as it may in a private window. */
export class ForbiddenStorage extends LocalStorage {
  override getItem(): never {
    throw new DOMException("Forbidden", "SecurityError");
  }
  override setItem(): never {
    throw new DOMException("Full", "QuotaExceededError");
  }
  override removeItem(): never {
    throw new DOMException("Forbidden", "SecurityError");
  }
}

/** The ways in which a database can fail. */
type Refusal = "throws" | "error" | "blocked" | "transaction-throws" | "abort" | "failure";

type Listener = (() => void) | undefined;

interface Opening {
  result: unknown;
  onupgradeneeded?: Listener;
  onsuccess?: Listener;
  onerror?: Listener;
  onblocked?: Listener;
}

interface Transaction {
  objectStore: (name: string) => unknown;
  oncomplete?: Listener;
  onabort?: Listener;
  onerror?: Listener;
}

/** A browser's databases, as far as drafts use them: `vi.stubGlobal("indexedDB", new Databases())`. */
export class Databases {
  /** The stores of each database, by name; what a store holds, by key. */
  readonly stores = new Map<string, Map<string, Map<string, unknown>>>();
  refusal: Refusal | undefined;
  /** How many connections are open. */
  opened = 0;

  // A property, so that a test can take it away: some browsers do not have it.
  databases: (() => Promise<{ name: string }[]>) | undefined = async () =>
    [...this.stores.keys()].map((name) => ({ name }));

  open(name: string): Opening {
    if (this.refusal === "throws") throw new DOMException("Forbidden", "SecurityError");
    const opening: Opening = { result: this.#database(name) };
    queueMicrotask(() => {
      if (this.refusal === "error") return opening.onerror?.();
      if (this.refusal === "blocked") return opening.onblocked?.();
      if (!this.stores.has(name)) {
        this.stores.set(name, new Map());
        opening.onupgradeneeded?.();
      }
      this.opened += 1;
      opening.onsuccess?.();
    });
    return opening;
  }

  #database(name: string) {
    return {
      createObjectStore: (store: string) => this.stores.get(name)?.set(store, new Map()),
      transaction: (store: string, mode: IDBTransactionMode) =>
        this.#transaction(store, this.stores.get(name)?.get(store), mode),
      close: () => (this.opened -= 1),
    };
  }

  #transaction(
    name: string,
    store: Map<string, unknown> | undefined,
    mode: IDBTransactionMode,
  ): Transaction {
    if (!store || this.refusal === "transaction-throws") {
      throw new DOMException("There is no such store", "NotFoundError");
    }
    if (!/^read(only|write)$/.test(mode)) throw new TypeError("There is no such mode");
    const write = (change: () => unknown) => {
      if (mode !== "readwrite") throw new DOMException("Read only", "ReadOnlyError");
      return { result: change() };
    };
    const transaction: Transaction = {
      objectStore: (wanted) => {
        if (wanted !== name) throw new DOMException("It is not part of this", "NotFoundError");
        return asked;
      },
    };
    const asked = {
      put: (value: unknown, key: string) => write(() => void store.set(key, value)),
      delete: (key: string) => write(() => void store.delete(key)),
      get: (key: string) => ({ result: store.get(key) }),
      getAllKeys: () => ({ result: [...store.keys()] }),
    };
    queueMicrotask(() => {
      if (this.refusal === "abort") transaction.onabort?.();
      else if (this.refusal === "failure") transaction.onerror?.();
      else transaction.oncomplete?.();
    });
    return transaction;
  }
}
