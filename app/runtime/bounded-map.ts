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
