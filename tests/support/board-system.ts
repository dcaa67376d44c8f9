import type { BoardRequest, FakeSystem } from "./fake-system";

export interface RunningSystem extends FakeSystem {
  /** The value of `address` in the company's folder. */
  address: string;
  jobs: Map<string, unknown>;
  /** Returns the id of a kind of job. Each system has `plain` and `everything required`. */
  jobId: (kind: string) => string;
  applications: unknown[];
}

/** The fake system of an adapter. */
export interface BoardSystem {
  name: string;
  /** The code of the company that uses the system. */
  code: string;
  start: (more?: Record<string, Record<string, never>>) => Promise<RunningSystem>;
  /** The board settings of the company's folder, without the address. */
  board: object;
  /** The secret for posting applications, by its name. Undefined if the system needs none. */
  secrets: Record<string, string> | undefined;
  /** The total number of requests to the system for the list and one position. */
  reads: number;
  isPost: (request: BoardRequest) => boolean;
  /** How much of a `pay` job's pay the system reports. The pay is 15.75 to 18 euros an hour. */
  pay: "whole" | "no interval" | "none";
  /** The kind of field for a `link` job's question, which links to a policy. Undefined if unsupported. */
  link?: "consent" | "text" | "note";
  /** How the system handles a candidate's second application. */
  second: "takes" | "refuses" | "merges";
}

/** The URL of the privacy policy in the question `LINKED`. */
export const POLICY = "https://taller.example/policy?a=1&b=2";
export const LINKED = `I have read the <a href="${POLICY.replace("&", "&amp;")}">policy</a>.`;
export const PICTURE = '<p>Our kiln:</p><img src="https://taller.example/kiln.jpg" alt="A kiln">';

/*
 * Each system also has these kinds of jobs: `remote` (in Spain), `several places` (Valencia and Gdańsk),
 * `bare place` (Berlin, without a country), `pay`, `picture` and, if supported, `link`.
 */
