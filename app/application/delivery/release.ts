import type { AttemptOutcome } from "./attempt-outcome";
import { retryAfterDelay } from "./backoff";

/*
 * Decides when each application may be sent again. A first attempt needs no slot, because the candidate waits
 * for it. The functions are pure. Times are in ms since 1970, durations in ms.
 */

export interface ReleaseSettings {
  RELEASE_PER_SECOND: number;
  RETRY_FIRST_MS: number;
  RETRY_MAX_MS: number;
  READ_TIMEOUT_MS: number;
  APPLY_TIMEOUT_MS: number;
}

/** The platform counts as up. The last `failures` reported attempts failed. */
interface PlatformUp {
  status: "up";
  failures: number;
}

/** The platform counts as down, and one application at a time probes it. */
export interface PlatformDown {
  status: "down";
  /** Number of failed probes, plus one. */
  failures: number;
  /** Time from which the next probe may start. During a probe, the time limit of that probe. */
  probeAt: number;
  prober?: string | undefined;
}

export interface Release {
  platform: PlatformUp | PlatformDown;
  /** Time at which the last application in the queue repeats its request. */
  lastPlace: number;
  /** "Theoretical arrival time" of the GCRA rate limiter. */
  arrivalTime: number;
  /** Time of the last request for a slot. */
  seenAt: number;
}

export const INITIAL_RELEASE: Release = {
  platform: { status: "up", failures: 0 },
  lastPlace: 0,
  arrivalTime: 0,
  seenAt: 0,
};

/** Number of reported failures in a row after which the platform counts as down. */
export const FAILURES_UNTIL_DOWN = 10;

const MAX_PROBE_DELAY_MS = 60_000;

/** Maximum `Retry-After` before the next probe, without jitter. */
const MAX_PROBE_RETRY_AFTER_MS = 5 * 60_000;

/** Delay before an application repeats its request during a probe. */
const SLOT_RETRY_MS = 1000;

/** Length of a burst: all attempts that the rate allows in this period may start immediately. */
const BURST_MS = 1000;

/** `isLast`: whether this is the last attempt, which is made even if the platform is down. */
interface SlotRequest {
  receiptId: string;
  isLast: boolean;
}

/** Handles a slot request. @returns `wait`: 0 to send now, otherwise the delay before the next request */
export function onSlotRequest(
  release: Release,
  { receiptId, isLast }: SlotRequest,
  settings: ReleaseSettings,
  now: number,
): { release: Release; wait: number } {
  release = followClock(release, now);
  const { platform } = release;
  if (platform.status === "down" && platform.probeAt <= now) {
    const probeAt = now + probeTimeout(settings);
    return {
      release: { ...release, platform: { ...platform, probeAt, prober: receiptId } },
      wait: 0,
    };
  }
  if (platform.status === "up" || isLast) {
    const between = 1000 / settings.RELEASE_PER_SECOND;
    const ahead = Math.max(0, BURST_MS - between);
    if (release.arrivalTime > now + ahead) return takePlace(release, settings, now, now);
    const arrivalTime = Math.max(release.arrivalTime, now) + between;
    return { release: { ...release, arrivalTime }, wait: 0 };
  }
  // A probe can end at any time, so other applications repeat their requests soon.
  const isUnderWay = platform.prober !== undefined;
  return takePlace(release, settings, now, isUnderWay ? now + SLOT_RETRY_MS : platform.probeAt);
}

/** Moves all times back with the clock, so that nothing waits for a time in the distant future. */
function followClock(release: Release, now: number): Release {
  const back = Math.max(0, release.seenAt - now);
  if (back === 0) return { ...release, seenAt: now };
  const { platform, lastPlace, arrivalTime } = release;
  return {
    seenAt: now,
    lastPlace: lastPlace - back,
    arrivalTime: arrivalTime - back,
    platform:
      platform.status === "up" ? platform : { ...platform, probeAt: platform.probeAt - back },
  };
}

/** Restores a stored outage. Limits the next probe's delay, in case the clock was set back meanwhile. */
export const restoreOutage = (platform: PlatformDown, now: number): Release => ({
  ...INITIAL_RELEASE,
  platform: { ...platform, probeAt: Math.min(platform.probeAt, now + MAX_PROBE_RETRY_AFTER_MS) },
});

/** Adds an application to the queue, at `notBefore` or later. */
function takePlace(
  release: Release,
  { RELEASE_PER_SECOND }: ReleaseSettings,
  now: number,
  notBefore: number,
) {
  const lastPlace = Math.max(release.lastPlace, notBefore) + 1000 / RELEASE_PER_SECOND;
  return { release: { ...release, lastPlace }, wait: Math.ceil(lastPlace - now) };
}

/** Time limit of a probe, which reads the position, applies, and may read the position again. */
const probeTimeout = ({ READ_TIMEOUT_MS, APPLY_TIMEOUT_MS }: ReleaseSettings) =>
  APPLY_TIMEOUT_MS + 2 * READ_TIMEOUT_MS;

export interface Report {
  receiptId: string;
  /** Whether the platform seems to be down. Undefined if the platform was not called. */
  isDown?: boolean;
  retryAfterMs?: number | undefined;
}

/** 4xx statuses that are reported as an outage. */
const DOWN_STATUSES = new Set([401, 408, 421, 423, 425, 429]);

/**
 * Creates the report of an attempt. A 403, 404 or 405 is not reported as an outage, because it may concern only
 * one position.
 */
export function createReport(receiptId: string, outcome: AttemptOutcome): Report {
  if (outcome.outcome === "file-gone" || outcome.outcome === "form-damaged") return { receiptId };
  if (outcome.outcome !== "unreachable" && outcome.outcome !== "refused") {
    return { receiptId, isDown: false };
  }
  const { status = 0 } = outcome;
  const isDown = status < 400 || status >= 500 || DOWN_STATUSES.has(status);
  return "retryAfterMs" in outcome
    ? { receiptId, isDown, retryAfterMs: outcome.retryAfterMs }
    : { receiptId, isDown };
}

/**
 * Whether to report a first attempt. Failures are not reported. A report that the platform is up ends an outage,
 * but three quarters of these reports are skipped to limit the load on the limiter.
 */
export const shouldReportFirst = ({ receiptId, isDown }: Report): boolean =>
  isDown === false && /^[0-3]/.test(receiptId);

/** @param random from 0 to 1 */
export function onReport(
  release: Release,
  { receiptId, isDown, retryAfterMs = 0 }: Report,
  settings: ReleaseSettings,
  { now, random }: { now: number; random: number },
): Release {
  const { platform } = release;
  if (isDown === undefined) {
    // The prober did not call the platform, so the next application probes.
    if (platform.status === "up" || platform.prober !== receiptId) return release;
    return { ...release, platform: { ...platform, prober: undefined, probeAt: now } };
  }
  if (!isDown) {
    const isKnown = platform.status === "up" && platform.failures === 0;
    return isKnown ? release : { ...release, platform: INITIAL_RELEASE.platform };
  }
  if (platform.status === "up" && platform.failures + 1 < FAILURES_UNTIL_DOWN) {
    return { ...release, platform: { status: "up", failures: platform.failures + 1 } };
  }
  // During an outage, only failures of the probe count.
  if (platform.status === "down" && platform.prober !== receiptId) return release;
  const failures = platform.status === "down" ? platform.failures + 1 : 1;
  const retryAfter = retryAfterDelay(Math.min(retryAfterMs, MAX_PROBE_RETRY_AFTER_MS), random);
  const wait = Math.max(probeDelay(failures, settings), retryAfter);
  return { ...release, platform: { status: "down", failures, probeAt: now + wait } };
}

/** Delay before the next probe, in ms. Doubles with each failed probe. */
const probeDelay = (failures: number, { RETRY_FIRST_MS, RETRY_MAX_MS }: ReleaseSettings) =>
  Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS, MAX_PROBE_DELAY_MS);
