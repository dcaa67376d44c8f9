/** Chance adds up to this share of a delay, so that retries spread. */
const JITTER = 0.25;

/** The longest `Retry-After` that counts: an hour. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

/** The delay after an attempt, in ms. It doubles each time. @param attempts from 1 @param random from 0 to 1 */
export function retryDelay(
  attempts: number,
  { RETRY_FIRST_MS, RETRY_MOST_MS }: { RETRY_FIRST_MS: number; RETRY_MOST_MS: number },
  random: number,
): number {
  const base = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_MOST_MS / (1 + JITTER));
  return Math.round(base * (1 + JITTER * random));
}

/** The delay that a `Retry-After` asks for, in ms. @param random from 0 to 1 */
export function retryAfterDelay(retryAfterMs: number, random: number): number {
  return Math.round(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) * (1 + JITTER * random));
}
