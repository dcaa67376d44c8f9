import type { FieldError, Source, Value } from "../../contract/application";
import type { FieldMode, Field } from "../../contract/fields";
import type { ListedPosition, Position } from "../../contract/position";
import type { Company } from "./companies";
import type { Upload } from "./form";

/** A question that the contract has no kind for. If it is required, candidates apply elsewhere. */
export interface UnsupportedField {
  id: string;
  /** The system, and its own word for the kind. */
  kind: `${string}:${string}`;
  label?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  section?: "voluntary" | undefined;
}

export type JobField = Field | UnsupportedField;

/** A field as a system's own form asks it; none if that does not. */
export const fieldsForMode = (how: FieldMode, field: JobField): JobField[] =>
  how === "off" ? [] : [{ ...field, required: how === "required" }];

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a field asks, without what fields of all kinds have. */
export type Kind = Without<JobField, "id" | "label" | "hint" | "required" | "section">;

export const isSupported = (field: JobField): field is Field => !field.kind.includes(":");

/** What a field is at a system whose answers have a type there. */
export interface FieldTarget {
  path: string;
  type: string;
  title?: string;
  /** The survey that it is of, if it is not of the form. */
  survey?: string;
  /** Which property of the answer it is, if several fields make one. */
  part?: string;
}

/** What the company's folder, and the core, say of a position. */
type OmittedKeys = "uuid" | "id" | "client" | "status" | "csrf_token" | "apply_site_questions";

/** A job as the contract's position (call 1), without what is said elsewhere. */
export interface Job extends Omit<
  Position,
  OmittedKeys | "candidate_criteria_structured" | "fields"
> {
  /** The id at the system. */
  externalId: string;
  /** Under what the system posts to it, if not under its id. */
  handle?: string;
  /** What the fields are there, by their ids, and `name`, `phone` and `cv`. Only the system reads it. */
  fieldTargets?: Record<string, FieldTarget>;
  description: string;
  fields: JobField[];
  standard: { phone: FieldMode; cv: FieldMode };
}

/** A job in the list (call 3). */
export interface ListedJob extends Omit<ListedPosition, "uuid" | "apply_url"> {
  externalId: string;
}

/** An application, read and checked against the position's fields. */
export interface Application {
  firstName: string;
  lastName: string;
  /** E.164. */
  phone?: string | undefined;
  cv?: Upload | undefined;
  /** What was answered, by the fields' ids. */
  answers: ReadonlyMap<string, Value>;
  /** The files, by the fields' ids. */
  files: ReadonlyMap<string, Upload>;
  /** Where the candidate came from; empty if nothing is known. */
  source: Source;
}

/** What came of a post. */
export type Outcome =
  /** `id` is the system's, if it says one. `followUp` is what is left to do once that is written down. */
  | { outcome: "accepted"; id?: string | undefined; followUp?: () => Promise<void> }
  /** The system says that this candidate has applied already. */
  | { outcome: "duplicate" }
  /** The system does not take what the candidate wrote. `detail` is in the candidate's words. */
  | { outcome: "refused"; detail?: string | undefined; errors?: FieldError[] }
  | { outcome: "closed" }
  /** It took nothing, and asks to wait. `retryAfter` is its header. */
  | { outcome: "busy"; retryAfter?: string | undefined }
  /** It took nothing, because our key or our board is wrong. `mend` is for the log: what to look at. */
  | { outcome: "misconfigured"; status: number; hint?: string }
  /** Nobody knows whether it took it. */
  | { outcome: "unknown"; status?: number };

/** What a system is given: one company's board. */
export interface BoardContext<Settings> {
  company: Company;
  board: Settings;
  /** The secret that the folder's `key` names; undefined if it is not set. */
  key: string | undefined;
  /** Reads what many calls need, such as a whole board, twice a minute at most. */
  readOnce<T>(what: string, read: () => Promise<T>): Promise<T>;
}

/**
 * One system behind the contract. A file for each implements this, and nothing else; the core does
 * addresses, the cache, the ledger and the answers.
 */
export interface System<Settings> {
  /** Whether the system refuses a second application of the same candidate, or merges the two. */
  detectsDuplicates: boolean;
  /** The jobs that anybody may see. @throws ReadError */
  list(context: BoardContext<Settings>): Promise<ListedJob[]>;
  /** One job with its form; undefined if nobody may see it. @throws ReadError */
  job(context: BoardContext<Settings>, externalId: string): Promise<Job | undefined>;
  /** What the system would refuse, found before anything is sent. */
  validate(application: Application, company: Company, job: Job): FieldError[];
  /** Posts an application once. Never throws. */
  apply(context: BoardContext<Settings>, job: Job, application: Application): Promise<Outcome>;
}
