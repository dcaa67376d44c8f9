import type { AttemptOutcome } from "./attempt.server";
import { askedDelay } from "./backoff";

/*
 * Who may try the platform again, and when (design, section 6: after an outage nothing stampedes).
 *
 * Only later attempts ask for a turn; behind a first one a candidate waits. Its success is told all the
 * same. Everything here is pure:
 * what is known and what has happened make what is known next. Times are in ms since 1970, durations
 * in ms.
 */

/** The variables of the configuration that decide; durations in ms. */
export interface ReleaseSettings {
  RELEASE_PER_SECOND: number;
  RETRY_FIRST_MS: number;
  RETRY_MOST_MS: number;
  READ_TIMEOUT_MS: number;
  APPLY_TIMEOUT_MS: number;
}

/** The platform answers; the last `misses` reports said that it does not. */
interface Answering {
  is: "answering";
  misses: number;
}

/** The platform is away, and one application at a time probes it. */
export interface Away {
  is: "away";
  /** Probes that found it away, since it last answered; the report that opened the gate is the first. */
  failures: number;
  /** When the next probe may go. While one is under way: when it must have ended. */
  probeAt: number;
  /** The application that probes now. */
  prober?: string | undefined;
}

/** What the gate knows. */
export interface Release {
  platform: Answering | Away;
  /** The last place in the queue that was given away. Whoever has a place asks again at its time. */
  lastPlace: number;
  /** When as much time has passed as all attempts so far were worth: GCRA's "theoretical arrival". */
  paidUntil: number;
}

export const ANSWERING: Release = {
  platform: { is: "answering", misses: 0 },
  lastPlace: 0,
  paidUntil: 0,
};

/**
 * So many attempts after each other must find the platform away. A few may be the fault of their
 * applications, or of a platform that fails now and then: with fewer, one that fails two times in three
 * would be taken for one that is away, and be given a small part of the rate.
 */
export const MISSES_UNTIL_AWAY = 10;

/** The longest time between two probes, unless the platform asks for more. */
const PROBE_MOST_MS = 60_000;

/**
 * The most that a `Retry-After` puts the next probe off, in ms. Whoever got it waits for as long as it
 * asks; but one request in five minutes harms no platform, and it may be back long before an hour is over.
 */
const PROBE_ASKED_MOST_MS = 5 * 60_000;

/** While a probe is under way, nobody asks again sooner than this. */
const ASK_AGAIN_MS = 1000;

/** What may go at once, as the time in which it would go one by one. */
const BURST_MS = 1000;

/** An application that asks for its turn. */
interface Asker {
  /** Its receipt's id. */
  asker: string;
  /** Its time is over: this is its last attempt, which goes at the same rate while the platform is away. */
  isLast: boolean;
}

/**
 * What an application that asks is told: `wait` 0 to go now, or how long to wait before it asks again,
 * in whole ms.
 */
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
  // When a probe ends is not known: who waits for it keeps asking, so that no time is lost.
  const isUnderWay = platform.prober !== undefined;
  return queued(release, settings, now, isUnderWay ? now + ASK_AGAIN_MS : platform.probeAt);
}

/** The next place in the queue, not before a time. So many places a second, however many wait. */
function queued(
  release: Release,
  { RELEASE_PER_SECOND }: ReleaseSettings,
  now: number,
  notBefore: number,
) {
  const lastPlace = Math.max(release.lastPlace, notBefore) + 1000 / RELEASE_PER_SECOND;
  return { release: { ...release, lastPlace }, wait: Math.ceil(lastPlace - now) };
}

/** How long a probe may take, in ms: it reads the position, applies, and may have to read it again. */
const leaseOf = ({ READ_TIMEOUT_MS, APPLY_TIMEOUT_MS }: ReleaseSettings) =>
  APPLY_TIMEOUT_MS + 2 * READ_TIMEOUT_MS;

/** What an application says after an attempt. */
export interface Report {
  /** Its receipt's id. */
  asker: string;
  /** Undefined if the platform was not asked. */
  isAway?: boolean;
  /** How long the platform asked to wait, in ms. */
  retryAfterMs?: number | undefined;
}

/** Statuses below 500 with which the platform turns everybody away; below 400 it is not the platform. */
const AWAY_STATUSES = new Set([401, 408, 421, 423, 425, 429]);

/**
 * What an outcome says about the platform. It is away after no answer, a 5xx, a redirect, a page in
 * place of an answer, a key that it does not take, and a wish to be asked later. With a 403, 404 or 405
 * it answers: they can be the fault of one position.
 */
export function reportOf(asker: string, outcome: AttemptOutcome): Report {
  if (outcome.outcome === "cv-gone") return { asker };
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
 * Whether a first attempt is reported: a platform that answers a candidate answers all that wait. Only
 * one application in four says so, by its receipt's id: there may be one gate for the whole site.
 */
export const isFirstReported = ({ asker, isAway }: Report): boolean =>
  isAway === false && /^[0-3]/.test(asker);

/** What is known after a report. `random` is from 0 to 1. */
export function onReport(
  release: Release,
  { asker, isAway, retryAfterMs = 0 }: Report,
  settings: ReleaseSettings,
  { now, random }: { now: number; random: number },
): Release {
  const { platform } = release;
  if (isAway === undefined) {
    // Its probe was none: the next one that asks probes.
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
  // What was on its way when the platform went away says nothing new.
  if (platform.is === "away" && platform.prober !== asker) return release;
  const failures = platform.is === "away" ? platform.failures + 1 : 1;
  const asked = askedDelay(Math.min(retryAfterMs, PROBE_ASKED_MOST_MS), random);
  const wait = Math.max(probeDelay(failures, settings), asked);
  return { ...release, platform: { is: "away", failures, probeAt: now + wait } };
}

/** How long after so many failures the platform is probed, in ms: twice as long each time. */
const probeDelay = (failures: number, { RETRY_FIRST_MS, RETRY_MOST_MS }: ReleaseSettings) =>
  Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MOST_MS, PROBE_MOST_MS);
