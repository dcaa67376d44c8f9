import type { ApplicationEnv } from "~/app/application/delivery/applications.server";
import type { Recorder } from "./recorder";
import type { Conditions } from "./conditions";
import type { Cron } from "./cron";
import type { Deadlines } from "./deadlines";
import type { Faults } from "./faults";
import type { Objects } from "./objects";
import type { Platform } from "./platform";
import type { Random } from "./random";
import type { Requests } from "./requests";
import type { Scheduler } from "./scheduler";
import type { Locator } from "./locator";

/** The state of a running schedule. */
export interface World extends Conditions {
  seed: number;
  scheduler: Scheduler;
  env: ApplicationEnv;
  /** Returns a random message latency in ms. */
  latency: () => number;
  faults: Faults;
  objects: Objects;
  platform: Platform;
  locator: Locator;
  cron: Cron;
  deadlines: Deadlines;
  recorder: Recorder;
  requests: Requests;
  /** Decides how candidates and the operator behave. */
  people: Random;
  /** Decides optional behaviour, such as CVs in pieces, corrections and "send all". */
  habits: Random;
  /** The time after which crashes and losses stop, in ms since 1970. */
  faultsUntil: number;
  readonly areFaultsOver: boolean;
}
