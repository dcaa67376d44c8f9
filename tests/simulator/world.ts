import type { ApplicationEnv } from "../../app/application/delivery/applications.server";
import type { Book } from "./book";
import type { Conditions } from "./conditions";
import type { Cron } from "./cron";
import type { Deadlines } from "./deadlines";
import type { Faults } from "./faults";
import type { Objects } from "./objects";
import type { Platform } from "./platform";
import type { Random } from "./random";
import type { Requests } from "./requests";
import type { Scheduler } from "./scheduler";
import type { Whereabouts } from "./whereabouts";

/** Everything in one schedule. Its parts find each other here. */
export interface World extends Conditions {
  seed: number;
  scheduler: Scheduler;
  env: ApplicationEnv;
  /** ms that a message takes. */
  latency: () => number;
  faults: Faults;
  objects: Objects;
  platform: Platform;
  where: Whereabouts;
  cron: Cron;
  deadlines: Deadlines;
  book: Book;
  requests: Requests;
  /** Decides how candidates and the operator behave. */
  people: Random;
  /** Decides what only some schedules have: CVs in pieces, corrected forms, "send all". */
  habits: Random;
  /** Until then something may crash or be lost: ms since 1970. */
  faultsUntil: number;
  /** Whether that time is over. */
  isQuiet: boolean;
}
