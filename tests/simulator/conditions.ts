import { Random } from "./random";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The Worker's settings. Durations are in ms. */
export interface Settings {
  HOLD_MS: number;
  RECEIPT_MS: number;
  APPLY_TIMEOUT_MS: number;
  READ_TIMEOUT_MS: number;
  RETRY_FIRST_MS: number;
  RETRY_MAX_MS: number;
  DELIVER_FOR_MS: number;
  KEEP_FAILED_MS: number;
  DELIVER_LATER: "on" | "off";
  RETRY_AMBIGUOUS: "on" | "off";
  RELEASE_PER_SECOND: number;
}

const TIMES = {
  production: {
    HOLD_MS: HOUR,
    RECEIPT_MS: 90 * DAY,
    APPLY_TIMEOUT_MS: 30_000,
    READ_TIMEOUT_MS: 10_000,
    RETRY_FIRST_MS: 2000,
    RETRY_MAX_MS: 10 * MINUTE,
    DELIVER_FOR_MS: 72 * HOUR,
    KEEP_FAILED_MS: 7 * DAY,
  },
  short: {
    HOLD_MS: 10 * MINUTE,
    RECEIPT_MS: DAY,
    APPLY_TIMEOUT_MS: 5000,
    READ_TIMEOUT_MS: 2000,
    RETRY_FIRST_MS: 500,
    RETRY_MAX_MS: 5 * MINUTE,
    DELIVER_FOR_MS: HOUR,
    KEEP_FAILED_MS: 2 * HOUR,
  },
  patient: {
    HOLD_MS: HOUR,
    RECEIPT_MS: 10 * DAY,
    APPLY_TIMEOUT_MS: 30_000,
    READ_TIMEOUT_MS: 10_000,
    RETRY_FIRST_MS: 10_000,
    RETRY_MAX_MS: 2 * HOUR,
    DELIVER_FOR_MS: DAY,
    KEEP_FAILED_MS: 2 * DAY,
  },
} as const;

/** Planned faults of storage and the cron trigger. */
export interface FaultPlan {
  /** The number of alarms that are lost directly after an event. */
  alarms: number;
  /** The number of alarms that are lost at random times. */
  lateAlarms: number;
  /** The number of periods in which writes fail. */
  fullDisks: number;
  /** The number of bits that flip directly after an event. */
  flips: number;
  /** The number of bits that flip at random times. */
  lateFlips: number;
  /** The period in which the cron trigger is off, in ms after the start. */
  cronOff?: { from: number; to: number };
}

/** A schedule's conditions except the platform's behaviour. */
export interface Conditions {
  name: string;
  settings: Settings;
  candidates: number;
  /** Whether all candidates get the same `Retry-After`. */
  isCrowd: boolean;
  /** The probability of a crash or eviction after an event, and of a crash during a request. */
  crashes: number;
  /** The probability that a message to the index or the release limiter is lost. */
  losses: number;
  /** Whether the index hangs until `faultsFor` has passed. */
  isIndexHanging: boolean;
  /** The time after which crashes and losses stop, in ms after the start. */
  faultsFor: number;
  faultPlan: FaultPlan;
}

const CROWD = 24;

const NO_FAULTS: FaultPlan = { alarms: 0, lateAlarms: 0, fullDisks: 0, flips: 0, lateFlips: 0 };

function createFaultPlan(seed: number): FaultPlan {
  const random = new Random(seed, "fault plan");
  if (random.chance(0.4)) return NO_FAULTS;
  const from = random.time(MINUTE, 4 * HOUR);
  const cronOff = { from, to: from + random.time(10 * MINUTE, DAY) };
  return {
    alarms: random.pick([0, 0, 0, 1, 3]),
    lateAlarms: random.pick([0, 0, 0, 0, 1, 2]),
    fullDisks: random.pick([0, 0, 1]),
    flips: random.pick([0, 0, 1, 2]),
    lateFlips: random.pick([0, 0, 0, 1]),
    ...(random.chance(0.25) && { cronOff }),
  };
}

export function createConditions(seed: number): Conditions {
  const random = new Random(seed, "conditions");
  // A crowd is rare, because its schedule takes as long as fifty other schedules.
  const isCrowd = random.chance(0.003);
  const times = isCrowd ? "production" : random.weighted({ short: 7, production: 1, patient: 2 });
  const settings: Settings = {
    ...TIMES[times],
    DELIVER_LATER: isCrowd || random.chance(0.88) ? "on" : "off",
    RETRY_AMBIGUOUS: isCrowd || random.chance(0.75) ? "on" : "off",
    RELEASE_PER_SECOND: 5,
  };
  const { DELIVER_LATER, RETRY_AMBIGUOUS } = settings;
  const isIndexHanging = !isCrowd && new Random(seed, "index").chance(0.04);
  const isSteady = isCrowd || isIndexHanging;
  return {
    name: `${times}, DELIVER_LATER=${DELIVER_LATER}, RETRY_AMBIGUOUS=${RETRY_AMBIGUOUS}`,
    settings,
    isCrowd,
    isIndexHanging,
    candidates: isCrowd ? CROWD : random.pick([1, 1, 1, 2, 3]),
    crashes: isSteady ? 0 : random.pick([0, 0, 0.01, 0.04, 0.12]),
    losses: isSteady ? 0 : random.pick([0, 0, 0, 0.1, 0.5]),
    faultsFor: random.time(1000, 4 * HOUR),
    faultPlan: isSteady ? NO_FAULTS : createFaultPlan(seed),
  };
}
