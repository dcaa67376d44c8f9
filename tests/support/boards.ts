import { ASHBY_KEY, isPost as isAshbyPost, startAshby } from "./ashby";
import { idOfKind as ashbyId } from "./ashby-jobs";
import { GREENHOUSE_KEY, isPost, startGreenhouse } from "./greenhouse";
import { recruiteeId, startRecruitee } from "./recruitee";
import { idOfKind } from "./greenhouse-jobs";
import { LEVER_KEY, leverId, startLever } from "./lever";
import { isApplication, PERSONIO_KEY, personioId, startPersonio } from "./personio";
import type { Asked, StandIn } from "./stand-in";

/** A system that runs, as far as every one is alike. */
export interface RunningSystem extends StandIn {
  /** For `address` in the company's folder. */
  address: string;
  /** What was taken, in its order. */
  applications: readonly unknown[];
}

/** A system that a company may have. */
export interface BoardSystem {
  name: string;
  /** The code of its company here. */
  code: string;
  start: () => Promise<RunningSystem>;
  /** What the folder says besides the address. */
  board: object;
  /** The secret that is posted with, by its name; undefined if the system wants none. */
  secrets: Record<string, string> | undefined;
  /** The id there of a job that asks for a name, a phone, a CV and an e-mail. */
  job: string;
  /** Whether a request posts an application. */
  isPost: (asked: Asked) => boolean;
  /** What it does with a second application of one candidate. */
  second: "takes" | "refuses" | "merges";
}

export const BOARD_SYSTEMS: readonly BoardSystem[] = [
  {
    name: "Greenhouse",
    code: "gh",
    start: startGreenhouse,
    board: { system: "greenhouse", board: "taller", key: "GREENHOUSE_KEY" },
    secrets: { GREENHOUSE_KEY },
    job: String(idOfKind("plain")),
    isPost,
    second: "takes",
  },
  {
    name: "Recruitee",
    code: "rc",
    start: startRecruitee,
    board: { system: "recruitee", board: "example" },
    secrets: undefined,
    job: String(recruiteeId("plain")),
    isPost,
    second: "takes",
  },
  {
    name: "Ashby",
    code: "as",
    start: startAshby,
    board: { system: "ashby", board: "taller", key: "ASHBY_KEY" },
    secrets: { ASHBY_KEY },
    job: ashbyId("plain"),
    isPost: isAshbyPost,
    second: "takes",
  },
  {
    name: "Personio",
    code: "pe",
    start: startPersonio,
    board: { system: "personio", board: "taller", key: "PERSONIO_KEY" },
    secrets: { PERSONIO_KEY },
    job: String(personioId("plain")),
    isPost: isApplication,
    second: "refuses",
  },
  {
    name: "Lever",
    code: "lv",
    start: () => startLever(),
    board: { system: "lever", board: "taller", key: "LEVER_KEY", required_questions: "none" },
    secrets: { LEVER_KEY },
    job: leverId("plain"),
    isPost,
    second: "merges",
  },
];
