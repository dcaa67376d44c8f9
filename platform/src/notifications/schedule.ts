const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The pauses after the first attempt, the second one, and so on, in ms: three days together. They are
 * those that Standard Webhooks proposes, but for the first, which is a minute: the cron's step.
 */
const RETRY_DELAYS = [
  ...[1, 5, 30].map((minutes) => minutes * MINUTE),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** After so many attempts a notification is given up. */
export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1;

/**
 * When it is looked at again if the attempt that begins now comes to nothing, in ms since 1970. After
 * the last one it is only given up then.
 *
 * @param attempts how many there were before this one
 */
export const nextAttemptAt = (attempts: number, now: number): number =>
  now + (RETRY_DELAYS[attempts] ?? HOUR);

/** The hour of a digest as `gathers` names it, and when the digest is due: once the hour is over. */
export function hourlyDigest(now: number): { hour: string; due: number } {
  return {
    hour: new Date(now).toISOString().slice(0, 13),
    due: (Math.floor(now / HOUR) + 1) * HOUR,
  };
}
