import type { BoardRequest, StandIn } from "./stand-in";

/** A stand-in, as far as all systems are alike. */
export interface RunningSystem extends StandIn {
  /** For `address` in the company's folder. */
  address: string;
  /** By their ids. */
  jobs: Map<string, unknown>;
  /** The id of a kind of job. Each system has `plain` and `everything required`. */
  jobId: (kind: string) => string;
  /** Accepted applications, in order. */
  applications: unknown[];
}

/** A system that a company may have. */
export interface BoardSystem {
  name: string;
  /** The code of its company. */
  code: string;
  start: (more?: Record<string, Record<string, never>>) => Promise<RunningSystem>;
  /** What the folder says besides the address. */
  board: object;
  /** The secret to post with, by its name; undefined if the system needs none. */
  secrets: Record<string, string> | undefined;
  /** The number of calls that read the list and one position. */
  reads: number;
  /** Whether a request posts an application. */
  isPost: (asked: BoardRequest) => boolean;
  /** Of what it says of pay, which its kind `pay` has: 15.75 to 18 euros an hour. */
  pay: "whole" | "no interval" | "none";
  /** The kind of the field that a kind `link` has, with a link to a policy; undefined if it says none. */
  link?: "consent" | "text" | "note";
  /** What it does with a second application of one candidate. */
  second: "takes" | "refuses" | "merges";
}

/** Where the policy of these companies is, and a question that links to it. */
export const POLICY = "https://taller.example/policy?a=1&b=2";
export const LINKED = `I have read the <a href="${POLICY.replace("&", "&amp;")}">policy</a>.`;
export const PICTURE = '<p>Our kiln:</p><img src="https://taller.example/kiln.jpg" alt="A kiln">';

/*
 * Each system has these kinds of jobs: `remote` in Spain; `several places`, Valencia and Gdańsk; a `bare
 * place`, Berlin, whose country is said nowhere; `pay`, `link` and `picture`.
 */
