const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Delays between attempts, in ms. They add up to about three days. The first is the interval of the cron
 * trigger. Standard Webhooks recommends the others.
 */
const RETRY_DELAYS = [
  ...[1, 5, 30].map((minutes) => minutes * MINUTE),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1;

/**
 * Returns the time, in ms since 1970, of the next attempt if the current one fails. For the last attempt,
 * returns the time at which the notification is abandoned.
 *
 * @param attempts number of earlier attempts
 */
export const nextAttemptAt = (attempts: number, now: number): number =>
  now + (RETRY_DELAYS[attempts] ?? HOUR);

/** Returns the current hour, such as `2026-11-23T18`, and its end, when the digest is due. */
export function hourlyDigest(now: number): { hour: string; due: number } {
  return {
    hour: new Date(now).toISOString().slice(0, 13),
    due: (Math.floor(now / HOUR) + 1) * HOUR,
  };
}
