/** A map of up to `maxSize` entries, for an isolate's caches. A new key in a full map clears the map first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#maxSize && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}

/** A map of up to `maxBytes`, for an isolate's caches. When full, it removes the least recently used values. */
export class SizedMap<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  readonly #maxBytes: number;
  readonly #estimateSize: (value: Value) => number;
  #bytes = 0;

  /**
   * @param maxBytes maximum total size. A larger value is not stored
   * @param estimateSize estimates a value's memory, in bytes
   */
  constructor(maxBytes: number, estimateSize: (value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#estimateSize = estimateSize;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Move the entry to the end, so that the first entry is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  put(key: string, value: Value): void {
    this.remove(key);
    const bytes = this.#estimateSize(value);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.remove(oldest);
    }
  }

  remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
