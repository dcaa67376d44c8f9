/** Generates pseudorandom numbers. The same seed and stream lead to the same sequence. */
export class Random {
  #state: number;

  /** @param stream the purpose of the numbers. A change to one stream does not affect other streams. */
  constructor(seed: number, stream: string) {
    let hash = 0x811c9dc5 ^ seed;
    for (const letter of `${stream} ${seed}`) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** Returns a number in [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<const T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  /** Returns a random key with a probability in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    const last = entries.at(-1);
    if (!last) throw new Error("There are no weights");
    return last[0];
  }

  /** Returns a time from `min` to `max` in ms with a log-uniform distribution. */
  time(min: number, max: number): number {
    return Math.round(min * (max / min) ** this.next());
  }
}
