import type { AttemptOutcome } from "./attempt.server";
import { retryAfterDelay } from "./backoff";

/*
 * Which application may try the platform again, and when (design, section 6). Only later attempts ask for a
 * slot: behind a first one a candidate waits. Pure. Times are in ms since 1970, durations in ms.
 */

export interface ReleaseSettings {
  RELEASE_PER_SECOND: number;
  RETRY_FIRST_MS: number;
  RETRY_MOST_MS: number;
  READ_TIMEOUT_MS: number;
  APPLY_TIMEOUT_MS: number;
}

/** The platform answers; the last `misses` reports said otherwise. */
interface PlatformUp {
  status: "up";
  failures: number;
}

/** The platform is away, and one application at a time probes it. */
export interface PlatformDown {
  status: "down";
  /** Probes that found it away since it last answered. */
  failures: number;
  /** When the next probe may go; during a probe, when it must have ended. */
  probeAt: number;
  prober?: string | undefined;
}

export interface Release {
  platform: PlatformUp | PlatformDown;
  /** The last place in the queue. An application asks again at the time of its place. */
  lastPlace: number;
  /** GCRA's "theoretical arrival time". */
  arrivalTime: number;
}

export const INITIAL_RELEASE: Release = {
  platform: { status: "up", failures: 0 },
  lastPlace: 0,
  arrivalTime: 0,
};

/**
 * How many attempts in a row must find the platform away. A platform that fails two times in three is not
 * away, and keeps its rate.
 */
export const FAILURES_UNTIL_DOWN = 10;

const MAX_PROBE_DELAY_MS = 60_000;

/** The most that a `Retry-After` delays the next probe: one request in five minutes harms no platform. */
const MAX_PROBE_RETRY_AFTER_MS = 5 * 60_000;

/** During a probe, applications ask again after this. */
const SLOT_RETRY_MS = 1000;

/** How far attempts may run ahead of the rate. */
const BURST_MS = 1000;

/** An application, by its receipt's id; `isLast` if its time is up, so that it goes although the platform is away. */
interface SlotRequest {
  receiptId: string;
  isLast: boolean;
}

/** @returns `wait`: 0 to go now, or how long to wait before asking again */
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
  // A probe may end at any time, so the others keep asking.
  const isUnderWay = platform.prober !== undefined;
  return takePlace(release, settings, now, isUnderWay ? now + SLOT_RETRY_MS : platform.probeAt);
}

/** The next place in the queue, not before a time. */
function takePlace(
  release: Release,
  { RELEASE_PER_SECOND }: ReleaseSettings,
  now: number,
  notBefore: number,
) {
  const lastPlace = Math.max(release.lastPlace, notBefore) + 1000 / RELEASE_PER_SECOND;
  return { release: { ...release, lastPlace }, wait: Math.ceil(lastPlace - now) };
}

/** How long a probe may take: it reads the position, applies, and may have to read it again. */
const probeTimeout = ({ READ_TIMEOUT_MS, APPLY_TIMEOUT_MS }: ReleaseSettings) =>
  APPLY_TIMEOUT_MS + 2 * READ_TIMEOUT_MS;

/** The result of an attempt. */
export interface Report {
  /** Its receipt's id. */
  receiptId: string;
  /** Undefined if the platform was not asked. */
  isDown?: boolean;
  retryAfterMs?: number | undefined;
}

/** Statuses below 500 with which the platform turns every application away. */
const DOWN_STATUSES = new Set([401, 408, 421, 423, 425, 429]);

/**
 * The platform is away after no answer, a 5xx, a redirect, a page instead of an answer, a wrong key, and a
 * request to wait. A 403, 404 or 405 can be the fault of one position.
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
 * Whether a first attempt is reported: a platform that answers a candidate answers those that wait. One
 * application in four reports, by its receipt's id, because one limiter may serve the whole site.
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
    // It did not probe after all: the next application that asks does.
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
  // Attempts that were under way when the platform went away say nothing new.
  if (platform.status === "down" && platform.prober !== receiptId) return release;
  const failures = platform.status === "down" ? platform.failures + 1 : 1;
  const asked = retryAfterDelay(Math.min(retryAfterMs, MAX_PROBE_RETRY_AFTER_MS), random);
  const wait = Math.max(probeDelay(failures, settings), asked);
  return { ...release, platform: { status: "down", failures, probeAt: now + wait } };
}

/** Doubles with each failure. */
const probeDelay = (failures: number, { RETRY_FIRST_MS, RETRY_MOST_MS }: ReleaseSettings) =>
  Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MOST_MS, MAX_PROBE_DELAY_MS);
