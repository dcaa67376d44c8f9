const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Delays after the first attempt, the second, and so on, in ms: three days in total. Standard Webhooks
 * recommends them, except for the first, which is the cron trigger's minute.
 */
const RETRY_DELAYS = [
  ...[1, 5, 30].map((minutes) => minutes * MINUTE),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1;

/**
 * The time of the next attempt if the one that starts now fails, in ms since 1970. After the last
 * attempt, the time at which the notification is abandoned.
 *
 * @param attempts number of earlier attempts
 */
export const nextAttemptAt = (attempts: number, now: number): number =>
  now + (RETRY_DELAYS[attempts] ?? HOUR);

/** The current hour in the format of `gathers`, and the time when its digest is due: the hour's end. */
export function hourlyDigest(now: number): { hour: string; due: number } {
  return {
    hour: new Date(now).toISOString().slice(0, 13),
    due: (Math.floor(now / HOUR) + 1) * HOUR,
  };
}
