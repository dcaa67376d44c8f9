/** Maximum random jitter, as a fraction of a delay. */
const JITTER = 0.25;

const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

/** Delay after an attempt, in ms. Doubles with each attempt, up to `RETRY_MAX_MS`. @param random from 0 to 1 */
export function retryDelay(
  attempts: number,
  { RETRY_FIRST_MS, RETRY_MAX_MS }: { RETRY_FIRST_MS: number; RETRY_MAX_MS: number },
  random: number,
): number {
  const base = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_MAX_MS / (1 + JITTER));
  return Math.round(base * (1 + JITTER * random));
}

/** Delay for a `Retry-After`, in ms, with jitter. @param random from 0 to 1 */
export function retryAfterDelay(retryAfterMs: number, random: number): number {
  return Math.round(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) * (1 + JITTER * random));
}
