import type { FieldError, Source, Value } from "../../contract/application";
import type { FieldMode, Field } from "../../contract/fields";
import type { ListedPosition, Position } from "../../contract/position";
import type { Company } from "./companies";
import type { Upload } from "./form";

/** A question of a kind that the contract lacks. If it is required, candidates apply at the system. */
export interface UnsupportedField {
  id: string;
  /** The system and its name for the kind. */
  kind: `${string}:${string}`;
  label?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  section?: "voluntary" | undefined;
}

export type JobField = Field | UnsupportedField;

/** A list with the field, or without it if its mode is "off". */
export const fieldsForMode = (mode: FieldMode, field: JobField): JobField[] =>
  mode === "off" ? [] : [{ ...field, required: mode === "required" }];

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The properties that depend on a field's kind. */
export type Kind = Without<JobField, "id" | "label" | "hint" | "required" | "section">;

export const isSupported = (field: JobField): field is Field => !field.kind.includes(":");

/** The target of a field's answer, for systems with typed answers. */
export interface FieldTarget {
  path: string;
  type: string;
  title?: string;
  /** The id of the survey, if the field is not part of the form. */
  survey?: string;
  /** The property of the answer, if several fields form one answer. */
  part?: string;
}

/** Properties that come from the company's folder or from the core. */
type OmittedKeys = "uuid" | "id" | "client" | "status" | "csrf_token" | "apply_site_questions";

/** A job in the format of the contract's position (call 1). */
export interface Job extends Omit<
  Position,
  OmittedKeys | "candidate_criteria_structured" | "fields"
> {
  /** The id at the system. */
  externalId: string;
  /** The name in the address for posts, if it is not the id. */
  handle?: string;
  /** By field id, and `name`, `phone` and `cv`. Only the system's own code reads it. */
  fieldTargets?: Record<string, FieldTarget>;
  description: string;
  fields: JobField[];
  standard: { phone: FieldMode; cv: FieldMode };
}

/** A job in the list (call 3). */
export interface ListedJob extends Omit<ListedPosition, "uuid" | "apply_url"> {
  externalId: string;
}

/** An application, validated against the position's fields. */
export interface Application {
  firstName: string;
  lastName: string;
  /** E.164. */
  phone?: string | undefined;
  cv?: Upload | undefined;
  /** By field id. */
  answers: ReadonlyMap<string, Value>;
  /** By field id. */
  files: ReadonlyMap<string, Upload>;
  /** The candidate's source; empty if unknown. */
  source: Source;
}

/** The outcome of a post. */
export type Outcome =
  /** `id` is the system's, if it returns one. `followUp` runs after the ledger has stored the outcome. */
  | { outcome: "accepted"; id?: string | undefined; followUp?: () => Promise<void> }
  /** The system says that this candidate has already applied. */
  | { outcome: "duplicate" }
  /** The system refuses the candidate's answers. `detail` is a text for the candidate. */
  | { outcome: "refused"; detail?: string | undefined; errors?: FieldError[] }
  | { outcome: "closed" }
  /** The system stored nothing, and asks to wait. `retryAfter` is the header's value. */
  | { outcome: "busy"; retryAfter?: string | undefined }
  /** The system stored nothing, because the key or the board is wrong. `hint` is for the log. */
  | { outcome: "misconfigured"; status: number; hint?: string }
  /** The system may have stored the application. */
  | { outcome: "unknown"; status?: number };

/** One company's board. */
export interface BoardContext<Settings> {
  company: Company;
  board: Settings;
  /** The secret that the folder's `key` names; undefined if it is not set. */
  key: string | undefined;
  /** Caches reads that many calls share, such as the whole board, for 30 seconds. */
  readOnce<T>(what: string, read: () => Promise<T>): Promise<T>;
}

/**
 * A system behind the contract. The core handles routes, the cache, the ledger and the responses.
 */
export interface System<Settings> {
  /** Whether the system refuses or merges a candidate's second application. */
  detectsDuplicates: boolean;
  /** The public jobs. @throws ReadError */
  list(context: BoardContext<Settings>): Promise<ListedJob[]>;
  /** One job with its form; undefined if it is not public. @throws ReadError */
  job(context: BoardContext<Settings>, externalId: string): Promise<Job | undefined>;
  /** Finds answers that the system would refuse, before anything is sent. */
  validate(application: Application, company: Company, job: Job): FieldError[];
  /** Posts an application once. Never throws. */
  apply(context: BoardContext<Settings>, job: Job, application: Application): Promise<Outcome>;
}
