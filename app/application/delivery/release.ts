import type { AttemptOutcome } from "./attempt.server";
import { retryAfterDelay } from "./backoff";

/*
 * Decides when each application may try the platform again. Only later attempts need a
 * slot, because a candidate waits for a first one. Pure functions. Times are in ms since 1970, durations in ms.
 */

export interface ReleaseSettings {
  RELEASE_PER_SECOND: number;
  RETRY_FIRST_MS: number;
  RETRY_MAX_MS: number;
  READ_TIMEOUT_MS: number;
  APPLY_TIMEOUT_MS: number;
}

/** The platform answers. The last `failures` attempts did not reach it. */
interface PlatformUp {
  status: "up";
  failures: number;
}

/** The platform is down, and one application at a time probes it. */
export interface PlatformDown {
  status: "down";
  /** Failed probes since it last answered. */
  failures: number;
  /** When the next probe may start or, during a probe, when that one's time limit ends. */
  probeAt: number;
  prober?: string | undefined;
}

export interface Release {
  platform: PlatformUp | PlatformDown;
  /** The last place in the queue: the time at which its application asks again. */
  lastPlace: number;
  /** "Theoretical arrival time" of the GCRA rate limiter. */
  arrivalTime: number;
}

export const INITIAL_RELEASE: Release = {
  platform: { status: "up", failures: 0 },
  lastPlace: 0,
  arrivalTime: 0,
};

/**
 * Failed attempts in a row after which the platform counts as down. A platform that fails two times in three
 * stays up and keeps its rate.
 */
export const FAILURES_UNTIL_DOWN = 10;

const MAX_PROBE_DELAY_MS = 60_000;

/** Limit on a `Retry-After` before the next probe. A request every five minutes harms no platform. */
const MAX_PROBE_RETRY_AFTER_MS = 5 * 60_000;

/** How long applications wait before they ask again during a probe. */
const SLOT_RETRY_MS = 1000;

/** How far attempts may get ahead of the rate. */
const BURST_MS = 1000;

/** `isLast`: the application's time is up, so it is sent even if the platform is down. */
interface SlotRequest {
  receiptId: string;
  isLast: boolean;
}

/** @returns `wait`: 0 to send now, otherwise how long to wait before asking again */
export function onSlotRequest(
  release: Release,
  { receiptId, isLast }: SlotRequest,
  settings: ReleaseSettings,
  now: number,
): { release: Release; wait: number } {
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
  // A probe may end at any time, so the other applications keep asking.
  const isUnderWay = platform.prober !== undefined;
  return takePlace(release, settings, now, isUnderWay ? now + SLOT_RETRY_MS : platform.probeAt);
}

/** Takes the next place in the queue, at `notBefore` or later. */
function takePlace(
  release: Release,
  { RELEASE_PER_SECOND }: ReleaseSettings,
  now: number,
  notBefore: number,
) {
  const lastPlace = Math.max(release.lastPlace, notBefore) + 1000 / RELEASE_PER_SECOND;
  return { release: { ...release, lastPlace }, wait: Math.ceil(lastPlace - now) };
}

/** How long a probe may take: it reads the position, applies, and may read the position again. */
const probeTimeout = ({ READ_TIMEOUT_MS, APPLY_TIMEOUT_MS }: ReleaseSettings) =>
  APPLY_TIMEOUT_MS + 2 * READ_TIMEOUT_MS;

/** The result of an attempt. */
export interface Report {
  receiptId: string;
  /** Undefined if the platform was not called. */
  isDown?: boolean;
  retryAfterMs?: number | undefined;
}

/** Statuses below 500 that mean that no application can get through. */
const DOWN_STATUSES = new Set([401, 408, 421, 423, 425, 429]);

/**
 * The platform is down after no answer, a 5xx, a redirect, an HTML page, a wrong key or a request to wait. A
 * 403, 404 or 405 may concern only one position.
 */
export function createReport(receiptId: string, outcome: AttemptOutcome): Report {
  if (outcome.outcome === "file-gone") return { receiptId };
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
 * Whether to report a first attempt. If the platform answered it, waiting applications may follow. Only a
 * quarter of them report, by receipt id, because one limiter may serve the whole site.
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
  // Attempts that were under way when the platform went down add no information.
  if (platform.status === "down" && platform.prober !== receiptId) return release;
  const failures = platform.status === "down" ? platform.failures + 1 : 1;
  const retryAfter = retryAfterDelay(Math.min(retryAfterMs, MAX_PROBE_RETRY_AFTER_MS), random);
  const wait = Math.max(probeDelay(failures, settings), retryAfter);
  return { ...release, platform: { status: "down", failures, probeAt: now + wait } };
}

/** Doubles with each failed probe. */
const probeDelay = (failures: number, { RETRY_FIRST_MS, RETRY_MAX_MS }: ReleaseSettings) =>
  Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS, MAX_PROBE_DELAY_MS);
