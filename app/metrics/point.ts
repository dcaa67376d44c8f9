import type { Field } from "../../contract/fields";
import type { Source } from "../source";

/** What a point's texts are, in the dataset's order: `event` is `blob1`. */
export const BLOBS = [
  "event",
  "subject",
  "outcome",
  "position",
  "client",
  "source",
  "host",
  "way",
] as const;

/** What its numbers are: `ms` is `double1`. */
export const DOUBLES = ["ms", "bytes", "attempt", "status"] as const;

/** What any point may say. What is not known, or does not apply, is an empty text or 0. */
interface CommonFields {
  /** The position's id. */
  position?: string | undefined;
  /** The company's id. */
  client?: string | undefined;
  /** Where the candidate came from, in a word (`sourceName`). */
  source?: string | undefined;
  /** The company's own host, or the one where all are. */
  host?: "own" | "shared" | undefined;
  /** Whether scripts sent it, or the plain form. */
  way?: "scripts" | "plain" | undefined;
  ms?: number | undefined;
  bytes?: number | undefined;
  /** 1 for the first attempt to deliver. */
  attempt?: number | undefined;
  /** An HTTP status: ours, or the platform's. */
  status?: number | undefined;
}

type Page = "career-site" | "position";

/** Why a request did not get what it asked for. */
export type RefusalName =
  | "too-often"
  | "too-large"
  | "wrong-type"
  | "broken"
  | "other-site"
  | "not-found"
  | "closed"
  | "unavailable"
  | "fault"
  | "other";

/** One of the form's own fields, or the kind of one of the position's. */
export type FieldKind =
  | "first_name"
  | "last_name"
  | "phone"
  | "cv"
  | "question"
  | "open_question"
  | "privacy_policy"
  | Field["kind"];

/** What is wrong with a field. `refused`: by the platform. `gone`: its file is no longer stored. */
export type FieldErrorKind =
  | "missing"
  | "wrong"
  | "refused"
  | "empty"
  | "too-large"
  | "wrong-type"
  | "unreadable"
  | "gone"
  | "not-held";

export type SubmitOutcome =
  | "delivered"
  | "unconfirmed"
  | "on-its-way"
  | "undelivered"
  | "already-applied"
  | "invalid"
  | "refused"
  | RefusalName;

/** What is counted: the subject and the outcome of each event. */
interface Events {
  view: [subject: Page, outcome: "navigate" | "prefetch" | "unknown"];
  submit: [subject: "form", outcome: SubmitOutcome];
  error: [subject: Page | "upload" | FieldKind, outcome: RefusalName | FieldErrorKind];
  upload: [subject: "form" | "pieces", outcome: "received" | "resumed"];
  platform: [
    subject: "position" | "client" | "positions" | "apply",
    outcome:
      | "answered"
      | "not-found"
      | "closed"
      | "unavailable"
      | "contract"
      | "timeout"
      | "too-often"
      | "unreachable"
      | "accepted"
      | "unverified"
      | "already-applied"
      | "refused",
  ];
  delivery: [
    subject: "at-once" | "later",
    outcome: "delivered" | "waiting" | "returned" | "failed" | "unconfirmed" | "already-applied",
  ];
}

/**
 * One event. Holds nothing that a candidate entered or that identifies a person.
 *
 * Source: docs/operations.md ("Metrics"); decision 0039.
 */
export type Point = CommonFields &
  {
    [E in keyof Events]: { event: E; subject: Events[E][0]; outcome: Events[E][1] };
  }[keyof Events];

/** What became of a form, as it is counted. */
export interface Submitted {
  outcome: SubmitOutcome;
  clientUuid: string;
  /** What the form itself says of it. */
  source: Source;
  /** Each kind of field with each fault once, however many fields have it. */
  faults: readonly { field: FieldKind; fault: FieldErrorKind }[];
  /** Of the files that came with it. */
  bytes: number;
}

/**
 * A point as the dataset takes it. Its key for sampling is the company, so that a busy one takes nothing
 * away from the others: else the position, else the event.
 */
export function dataPoint(point: Point) {
  const key = [point.client, point.position, point.event].find(Boolean) ?? "";
  return {
    indexes: [key],
    blobs: BLOBS.map((name) => point[name] ?? ""),
    doubles: DOUBLES.map((name) => point[name] ?? 0),
  };
}

/** The parameters that name a source, the most telling first. The others say how, not where. */
const SOURCE_NAMES = ["utm_source", "source", "ref", "gh_src", "lever-source"];

const MAX_SOURCE_LENGTH = 40;

/**
 * A source in a word: the first of its names, in small letters, at most 40 characters; empty for none, and
 * for what may name a person: an e-mail address, or many digits.
 */
export function sourceName(source: Source): string {
  const given = new Map(source);
  const name = SOURCE_NAMES.flatMap((one) => given.get(one) ?? [])[0] ?? "";
  return /@|\d{9}/.test(name) ? "" : name.toLowerCase().slice(0, MAX_SOURCE_LENGTH);
}
