import type { BoardRequest, FakeSystem } from "./fake-system";

/** A running fake system: the parts that all systems share. */
export interface RunningSystem extends FakeSystem {
  /** The value of `address` in the company's folder. */
  address: string;
  /** By their ids. */
  jobs: Map<string, unknown>;
  /** The id of a kind of job. Each system has `plain` and `everything required`. */
  jobId: (kind: string) => string;
  /** Accepted applications, in order. */
  applications: unknown[];
}

/** A board system that a company may use. */
export interface BoardSystem {
  name: string;
  /** Its company's code. */
  code: string;
  start: (more?: Record<string, Record<string, never>>) => Promise<RunningSystem>;
  /** The folder's settings, without the address. */
  board: object;
  /** The secret for posting, by name. Undefined if the system needs none. */
  secrets: Record<string, string> | undefined;
  /** How many calls read the list and one position. */
  reads: number;
  /** Whether a request posts an application. */
  isPost: (request: BoardRequest) => boolean;
  /** How much it reports of the pay of a `pay` job, which is 15.75 to 18 euros an hour. */
  pay: "whole" | "no interval" | "none";
  /** How it shows the question of a `link` job, which links to a policy. Undefined if it doesn't. */
  link?: "consent" | "text" | "note";
  /** How it handles a candidate's second application. */
  second: "takes" | "refuses" | "merges";
}

/** The privacy policy of these companies, and a question that links to it. */
export const POLICY = "https://taller.example/policy?a=1&b=2";
export const LINKED = `I have read the <a href="${POLICY.replace("&", "&amp;")}">policy</a>.`;
export const PICTURE = '<p>Our kiln:</p><img src="https://taller.example/kiln.jpg" alt="A kiln">';

/*
 * Each system has these kinds of jobs: `remote` in Spain; `several places` (Valencia and Gdańsk);
 * `bare place` (Berlin, without a country); `pay`, `link` and `picture`.
 */
