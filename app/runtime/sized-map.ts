/**
 * A map of at most so many bytes, for what an isolate keeps to save work and may forget at any time: what
 * was used longest ago makes room.
 */
export class SizedMap<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  #bytes = 0;

  /**
   * @param most in bytes; a value that is larger by itself is not kept
   * @param sizeOf what a value takes in memory, in bytes (an estimate)
   */
  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Put at the end: a map keeps its order, so its first entry is the one used longest ago.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  put(key: string, value: Value): void {
    this.remove(key);
    const bytes = this.#sizeOf(value);
    if (bytes > this.#most) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) break;
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
