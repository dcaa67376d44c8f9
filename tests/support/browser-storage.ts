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

/** A browser's Cache API, as far as drafts use it: `vi.stubGlobal("caches", new Caches())`. */
export class Caches {
  /** What each cache holds, by the path of its key. */
  readonly stores = new Map<string, Map<string, Response>>();
  /** Whether it is forbidden, or full. */
  refuses: "all" | "put" | undefined;

  async has(name: string): Promise<boolean> {
    this.#check("all");
    return this.stores.has(name);
  }

  async open(name: string) {
    this.#check("all");
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    const pathOf = (key: string) => new URL(key, "https://site.example").pathname;
    return {
      put: async (key: string, response: Response) => {
        this.#check("put");
        store.set(pathOf(key), response);
      },
      match: async (key: string) => store.get(pathOf(key))?.clone(),
      delete: async (key: string) => store.delete(pathOf(key)),
      keys: async () => [...store.keys()].map((key) => ({ url: `https://site.example${key}` })),
    };
  }

  #check(what: "all" | "put"): void {
    if (this.refuses === "all" || this.refuses === what) {
      throw new DOMException("Forbidden, or full", "QuotaExceededError");
    }
  }
}
