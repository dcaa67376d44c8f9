/** Seeded random numbers. The same seed and stream give the same sequence. */
export class Random {
  #state: number;

  /** @param stream the purpose; each has its own sequence, so that a change to one does not affect others */
  constructor(seed: number, stream: string) {
    let hash = 0x811c9dc5 ^ seed;
    for (const letter of `${stream} ${seed}`) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** From 0 to 1, without 1 (mulberry32). */
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

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<const T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  /** A random key, chosen in proportion to the weights. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    const last = entries.at(-1);
    if (!last) throw new Error("Nothing to choose from");
    return last[0];
  }

  /** A time from `min` to `max` in ms, log-uniform. */
  time(min: number, max: number): number {
    return Math.round(min * (max / min) ** this.next());
  }
}
