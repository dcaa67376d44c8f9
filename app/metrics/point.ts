import type { Field } from "~/contract/fields";
import type { ReceiptStatus } from "../application/model/receipt";
import type { Source } from "../candidate-source";

/** Names of a point's string fields, in the dataset's order: `event` is `blob1`. */
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

/** Names of a point's numeric fields, in the dataset's order: `ms` is `double1`. */
export const DOUBLES = ["ms", "bytes", "attempt", "status"] as const;

/** Fields of any event. Missing fields are written as an empty string or 0. */
interface CommonFields {
  position?: string | undefined;
  client?: string | undefined;
  /** The candidate's source (`sourceName`). */
  source?: string | undefined;
  host?: "own" | "shared" | undefined;
  /** Whether the form was sent by scripts or as a plain form. */
  way?: "scripts" | "plain" | undefined;
  ms?: number | undefined;
  bytes?: number | undefined;
  /** Number of the delivery attempt, from 1. */
  attempt?: number | undefined;
  /** The HTTP status of our response, or of the platform's response. */
  status?: number | undefined;
}

type Page = "career-site" | "position";

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

/** A standard field, or the kind of a position's own field. */
export type FieldKind =
  | "first_name"
  | "last_name"
  | "phone"
  | "cv"
  | "question"
  | "open_question"
  | "privacy_policy"
  | Field["kind"];

/** A field's error. `refused`: the platform refused the field. `gone`: the file is no longer stored. */
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

export type SubmitOutcome = ReceiptStatus | "invalid" | "refused" | RefusalName;

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
      | "gone"
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
 * One event. Contains nothing that a candidate entered or that identifies a person.
 *
 * Source: docs/operations.md ("Metrics"); decision 0039.
 */
export type Point = CommonFields &
  {
    [E in keyof Events]: { event: E; subject: Events[E][0]; outcome: Events[E][1] };
  }[keyof Events];

export interface Submitted {
  outcome: SubmitOutcome;
  clientUuid: string;
  source: Source;
  /** Errors by kind of field, without repeats. */
  errors: readonly { field: FieldKind; error: FieldErrorKind }[];
  /** Size of the form's files, in bytes. */
  bytes: number;
}

/**
 * Formats a point for the dataset. The sampling key is the company, else the position, else the event, so
 * that a busy company does not reduce the samples of other companies.
 */
export function dataPoint(point: Point) {
  const key = [point.client, point.position, point.event].find(Boolean) ?? "";
  return {
    indexes: [key],
    blobs: BLOBS.map((name) => point[name] ?? ""),
    doubles: DOUBLES.map((name) => point[name] ?? 0),
  };
}

/** Parameters that name a source, most specific first. Other parameters only describe the source. */
const SOURCE_NAMES = ["utm_source", "source", "ref", "gh_src", "lever-source"];

const MAX_SOURCE_LENGTH = 40;

/**
 * Returns the name of a source: its most specific parameter in lower case, up to 40 characters. Returns an
 * empty string if the source has no name, or the name could identify a person (it contains `@`, or
 * nine digits in a row).
 */
export function sourceName(source: Source): string {
  const parameters = new Map(source);
  const name = SOURCE_NAMES.flatMap((known) => parameters.get(known) ?? [])[0] ?? "";
  return /@|\d{9}/.test(name) ? "" : name.toLowerCase().slice(0, MAX_SOURCE_LENGTH);
}
