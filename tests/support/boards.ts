import { ASHBY_KEY, isCall, startAshby } from "./ashby";
import { GREENHOUSE_KEY, startGreenhouse } from "./greenhouse";
import { LEVER_KEY, startLever } from "./lever";
import { isApplication, PERSONIO_KEY, startPersonio } from "./personio";
import { startRecruitee } from "./recruitee";
import { isPost, type Asked, type StandIn } from "./stand-in";

/** A stand-in, as far as all systems are alike. */
export interface RunningSystem extends StandIn {
  /** For `address` in the company's folder. */
  address: string;
  /** By their ids. */
  jobs: Map<string, unknown>;
  /** The id of a kind of job. Each system has `plain` and `everything required`. */
  idOf: (kind: string) => string;
  /** Accepted applications, in order. */
  applications: unknown[];
}

/** A system that a company may have. */
export interface BoardSystem {
  name: string;
  /** The code of its company. */
  code: string;
  start: () => Promise<RunningSystem>;
  /** What the folder says besides the address. */
  board: object;
  /** The secret to post with, by its name; undefined if the system needs none. */
  secrets: Record<string, string> | undefined;
  /** The number of calls that read the list and one position. */
  reads: number;
  /** Whether a request posts an application. */
  isPost: (asked: Asked) => boolean;
  /** What it does with a second application of one candidate. */
  second: "takes" | "refuses" | "merges";
}

export const GREENHOUSE = {
  name: "Greenhouse",
  code: "gh",
  start: () => startGreenhouse(),
  board: { system: "greenhouse", board: "taller", key: "GREENHOUSE_KEY" },
  secrets: { GREENHOUSE_KEY },
  reads: 2,
  isPost,
  second: "takes",
} as const satisfies BoardSystem;

export const RECRUITEE = {
  name: "Recruitee",
  code: "rc",
  start: () => startRecruitee(),
  board: { system: "recruitee", board: "example" },
  secrets: undefined,
  reads: 2,
  isPost,
  second: "takes",
} as const satisfies BoardSystem;

export const ASHBY = {
  name: "Ashby",
  code: "as",
  start: () => startAshby(),
  board: { system: "ashby", board: "taller", key: "ASHBY_KEY" },
  secrets: { ASHBY_KEY },
  reads: 2,
  isPost: isCall("applicationForm.submit"),
  second: "takes",
} as const satisfies BoardSystem;

export const PERSONIO = {
  name: "Personio",
  code: "pe",
  start: () => startPersonio(),
  board: { system: "personio", board: "taller", key: "PERSONIO_KEY" },
  secrets: { PERSONIO_KEY },
  reads: 1,
  isPost: isApplication,
  second: "refuses",
} as const satisfies BoardSystem;

export const LEVER = {
  name: "Lever",
  code: "lv",
  start: () => startLever(),
  board: { system: "lever", board: "taller", key: "LEVER_KEY", required_questions: "none" },
  secrets: { LEVER_KEY },
  reads: 2,
  isPost,
  second: "merges",
} as const satisfies BoardSystem;

export const BOARD_SYSTEMS: readonly BoardSystem[] = [
  GREENHOUSE,
  RECRUITEE,
  ASHBY,
  PERSONIO,
  LEVER,
];
