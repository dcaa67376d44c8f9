/** Seeded random numbers. The same seed and stream give the same sequence. */
export class Random {
  #state: number;

  /** @param stream a separate sequence per purpose, so that changes to one do not affect others */
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

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<const T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  /** One of the keys, each as often as its weight says. */
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

  /** A time from `least` to `most` in ms, log-uniform. */
  time(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.next());
  }
}
