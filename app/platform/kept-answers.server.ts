/** An answer of the platform that is kept, with what tells whether it may still be used. */
export interface KeptAnswer {
  value: unknown;
  /** The client that it is about; a purge takes all answers about a client. */
  clientUuid: string;
  /** When the read began, in ms since 1970. */
  readAt: number;
}

/** What a value takes in memory besides its texts, in bytes (an estimate). */
const VALUE_BYTES = 50;

/** Answers in memory, up to a number of bytes; the one that was put here longest ago makes room. */
export class KeptAnswers {
  readonly #answers = new Map<string, { answer: KeptAnswer; bytes: number }>();
  readonly #most: number;
  #bytes = 0;

  /** @param most in bytes; an answer that is larger by itself is not kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): KeptAnswer | undefined {
    return this.#answers.get(key)?.answer;
  }

  put(key: string, answer: KeptAnswer): void {
    this.remove(key);
    const bytes = sizeOf(answer.value);
    if (bytes > this.#most) return;
    this.#answers.set(key, { answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#most) break;
      this.remove(oldest);
    }
  }

  remove(key: string): void {
    this.#bytes -= this.#answers.get(key)?.bytes ?? 0;
    this.#answers.delete(key);
  }

  clear(): void {
    this.#answers.clear();
    this.#bytes = 0;
  }
}

/** About how many bytes a value of JSON takes in memory. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), VALUE_BYTES);
}
