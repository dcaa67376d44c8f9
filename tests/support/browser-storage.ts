/** A fake local storage. Its keys are own properties, as in browsers. */
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

/** A fake of the Cache API, with the methods that drafts use. */
export class Caches {
  /** The responses by cache name, then by path. */
  readonly stores = new Map<string, Map<string, Response>>();
  /** `all`: storage is forbidden, so `has`, `open` and `put` throw. `put`: storage is full, so `put` throws. */
  refuses: "all" | "put" | undefined;

  async has(name: string): Promise<boolean> {
    this.#check("all");
    return this.stores.has(name);
  }

  async open(name: string) {
    this.#check("all");
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    const toPath = (key: string) => new URL(key, "https://site.example").pathname;
    return {
      put: async (key: string, response: Response) => {
        this.#check("put");
        store.set(toPath(key), response);
      },
      match: async (key: string) => store.get(toPath(key))?.clone(),
      delete: async (key: string) => store.delete(toPath(key)),
      keys: async () => [...store.keys()].map((key) => ({ url: `https://site.example${key}` })),
    };
  }

  #check(what: "all" | "put"): void {
    if (this.refuses === "all" || this.refuses === what) {
      throw new DOMException("Forbidden, or full", "QuotaExceededError");
    }
  }
}
