interface RetryLimits {
  /** The shortest time before the first retry, in ms. */
  RETRY_FIRST_MS: number;
  /** The longest time between two attempts, in ms. */
  RETRY_MOST_MS: number;
}

/** Chance adds up to this share of a delay, so that many retries do not come at the same moment. */
const JITTER = 0.25;

/** The most that a `Retry-After` is believed, in ms: an hour. */
const ASKED_MOST_MS = 60 * 60 * 1000;

/**
 * How long to wait after an attempt, in ms: twice as long each time, plus up to a quarter at random.
 *
 * @param attempts how many there have been, from 1
 * @param random from 0 to 1
 */
export function retryDelay(
  attempts: number,
  { RETRY_FIRST_MS, RETRY_MOST_MS }: RetryLimits,
  random: number,
): number {
  const base = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_MOST_MS / (1 + JITTER));
  return Math.round(base * (1 + JITTER * random));
}

/**
 * How long to wait when the platform asks for it (`Retry-After`), in ms: at most an hour, plus up to
 * a quarter at random.
 *
 * @param random from 0 to 1
 */
export function askedDelay(retryAfterMs: number, random: number): number {
  return Math.round(Math.min(retryAfterMs, ASKED_MOST_MS) * (1 + JITTER * random));
}
