import type { AttemptOutcome } from "./attempt.server";
import { askedDelay } from "./backoff";

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
interface Answering {
  is: "answering";
  misses: number;
}

/** The platform is away, and one application at a time probes it. */
export interface Away {
  is: "away";
  /** Probes that found it away since it last answered. */
  failures: number;
  /** When the next probe may go; during a probe, when it must have ended. */
  probeAt: number;
  prober?: string | undefined;
}

export interface Release {
  platform: Answering | Away;
  /** The last place in the queue. An application asks again at the time of its place. */
  lastPlace: number;
  /** GCRA's "theoretical arrival time". */
  paidUntil: number;
}

export const ANSWERING: Release = {
  platform: { is: "answering", misses: 0 },
  lastPlace: 0,
  paidUntil: 0,
};

/**
 * How many attempts in a row must find the platform away. A platform that fails two times in three is not
 * away, and keeps its rate.
 */
export const MISSES_UNTIL_AWAY = 10;

const PROBE_MOST_MS = 60_000;

/** The most that a `Retry-After` delays the next probe: one request in five minutes harms no platform. */
const PROBE_ASKED_MOST_MS = 5 * 60_000;

/** During a probe, applications ask again after this. */
const ASK_AGAIN_MS = 1000;

/** How far attempts may run ahead of the rate. */
const BURST_MS = 1000;

/** An application, by its receipt's id; `isLast` if its time is up, so that it goes although the platform is away. */
interface Asker {
  asker: string;
  isLast: boolean;
}

/** @returns `wait`: 0 to go now, or how long to wait before asking again */
export function onAsk(
  release: Release,
  { asker, isLast }: Asker,
  settings: ReleaseSettings,
  now: number,
): { release: Release; wait: number } {
  const { platform } = release;
  if (platform.is === "away" && platform.probeAt <= now) {
    const probeAt = now + leaseOf(settings);
    return { release: { ...release, platform: { ...platform, probeAt, prober: asker } }, wait: 0 };
  }
  if (platform.is === "answering" || isLast) {
    const between = 1000 / settings.RELEASE_PER_SECOND;
    const ahead = Math.max(0, BURST_MS - between);
    if (release.paidUntil > now + ahead) return queued(release, settings, now, now);
    const paidUntil = Math.max(release.paidUntil, now) + between;
    return { release: { ...release, paidUntil }, wait: 0 };
  }
  // A probe may end at any time, so the others keep asking.
  const isUnderWay = platform.prober !== undefined;
  return queued(release, settings, now, isUnderWay ? now + ASK_AGAIN_MS : platform.probeAt);
}

/** The next place in the queue, not before a time. */
function queued(
  release: Release,
  { RELEASE_PER_SECOND }: ReleaseSettings,
  now: number,
  notBefore: number,
) {
  const lastPlace = Math.max(release.lastPlace, notBefore) + 1000 / RELEASE_PER_SECOND;
  return { release: { ...release, lastPlace }, wait: Math.ceil(lastPlace - now) };
}

/** How long a probe may take: it reads the position, applies, and may have to read it again. */
const leaseOf = ({ READ_TIMEOUT_MS, APPLY_TIMEOUT_MS }: ReleaseSettings) =>
  APPLY_TIMEOUT_MS + 2 * READ_TIMEOUT_MS;

/** The result of an attempt. */
export interface Report {
  /** Its receipt's id. */
  asker: string;
  /** Undefined if the platform was not asked. */
  isAway?: boolean;
  retryAfterMs?: number | undefined;
}

/** Statuses below 500 with which the platform turns every application away. */
const AWAY_STATUSES = new Set([401, 408, 421, 423, 425, 429]);

/**
 * The platform is away after no answer, a 5xx, a redirect, a page instead of an answer, a wrong key, and a
 * request to wait. A 403, 404 or 405 can be the fault of one position.
 */
export function reportOf(asker: string, outcome: AttemptOutcome): Report {
  if (outcome.outcome === "file-gone") return { asker };
  if (outcome.outcome !== "unreachable" && outcome.outcome !== "refused") {
    return { asker, isAway: false };
  }
  const { status = 0 } = outcome;
  const isAway = status < 400 || status >= 500 || AWAY_STATUSES.has(status);
  return "retryAfterMs" in outcome
    ? { asker, isAway, retryAfterMs: outcome.retryAfterMs }
    : { asker, isAway };
}

/**
 * Whether a first attempt is reported: a platform that answers a candidate answers those that wait. One
 * application in four reports, by its receipt's id, because one limiter may serve the whole site.
 */
export const isFirstReported = ({ asker, isAway }: Report): boolean =>
  isAway === false && /^[0-3]/.test(asker);

/** @param random from 0 to 1 */
export function onReport(
  release: Release,
  { asker, isAway, retryAfterMs = 0 }: Report,
  settings: ReleaseSettings,
  { now, random }: { now: number; random: number },
): Release {
  const { platform } = release;
  if (isAway === undefined) {
    // It did not probe after all: the next application that asks does.
    if (platform.is === "answering" || platform.prober !== asker) return release;
    return { ...release, platform: { ...platform, prober: undefined, probeAt: now } };
  }
  if (!isAway) {
    const isKnown = platform.is === "answering" && platform.misses === 0;
    return isKnown ? release : { ...release, platform: ANSWERING.platform };
  }
  if (platform.is === "answering" && platform.misses + 1 < MISSES_UNTIL_AWAY) {
    return { ...release, platform: { is: "answering", misses: platform.misses + 1 } };
  }
  // Attempts that were under way when the platform went away say nothing new.
  if (platform.is === "away" && platform.prober !== asker) return release;
  const failures = platform.is === "away" ? platform.failures + 1 : 1;
  const asked = askedDelay(Math.min(retryAfterMs, PROBE_ASKED_MOST_MS), random);
  const wait = Math.max(probeDelay(failures, settings), asked);
  return { ...release, platform: { is: "away", failures, probeAt: now + wait } };
}

/** Doubles with each failure. */
const probeDelay = (failures: number, { RETRY_FIRST_MS, RETRY_MOST_MS }: ReleaseSettings) =>
  Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MOST_MS, PROBE_MOST_MS);
