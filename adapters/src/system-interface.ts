import type { FieldError, Source, Value } from "~/contract/application";
import type { FieldMode, Field } from "~/contract/fields";
import type { ListedPosition, Position } from "~/contract/position";
import type { Company } from "./companies";
import type { Upload } from "./form";

/** A question of a kind that the contract lacks. If it is required, candidates apply on the system's page. */
export interface UnsupportedField {
  id: string;
  /** The system's name, and the system's name for the kind. */
  kind: `${string}:${string}`;
  label?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  section?: "voluntary" | undefined;
}

export type JobField = Field | UnsupportedField;

/** Returns a list with the field, or an empty list if the mode is "off". */
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
  /** Id of the survey that contains the field, if any. */
  survey?: string;
  /** The property that the field fills in, if several fields form one answer. */
  part?: string;
}

/** Properties that are not read from the system. */
type OmittedKeys = "uuid" | "id" | "client" | "status" | "csrf_token" | "apply_site_questions";

/** A job in the format of the contract's position (call 1). */
export interface Job extends Omit<
  Position,
  OmittedKeys | "candidate_criteria_structured" | "fields"
> {
  /** The job's id in the system. */
  externalId: string;
  /** The job's name in the URL of a post, if it differs from the id. */
  handle?: string;
  /** Targets by field id, including `name`, `phone` and `cv`. */
  fieldTargets?: Record<string, FieldTarget>;
  description: string;
  fields: JobField[];
  standard: { phone: FieldMode; cv: FieldMode };
}

/** A job in the list (call 3). */
export interface ListedJob extends Omit<ListedPosition, "uuid" | "apply_url"> {
  externalId: string;
}

export interface Application {
  firstName: string;
  lastName: string;
  /** In E.164. */
  phone?: string | undefined;
  cv?: Upload | undefined;
  /** Answers by field id. */
  answers: ReadonlyMap<string, Value>;
  /** Files by field id. */
  files: ReadonlyMap<string, Upload>;
  /** The candidate's source. Empty if unknown. */
  source: Source;
}

export type Outcome =
  /** `id` is an id from the system, if known. `followUp` runs after the ledger has stored the outcome. */
  | { outcome: "accepted"; id?: string | undefined; followUp?: () => Promise<void> }
  /** The system reports that the candidate has already applied. */
  | { outcome: "duplicate" }
  /** The system refuses the candidate's answers. `detail` is shown to the candidate. */
  | { outcome: "refused"; detail?: string | undefined; errors?: FieldError[] }
  | { outcome: "closed" }
  /** The system stored nothing. The post can be retried. `retryAfter` is the value of `Retry-After`. */
  | { outcome: "busy"; retryAfter?: string | undefined }
  /** The system stored nothing, because a setting is wrong. `hint` is for the log. */
  | { outcome: "misconfigured"; status: number; hint?: string }
  /** The system may have stored the application. */
  | { outcome: "unknown"; status?: number };

export interface BoardContext<Settings> {
  company: Company;
  board: Settings;
  /** The value of the secret named in `board.key`, or undefined if it is not set. */
  key: string | undefined;
  /** Runs a read that several calls share, such as a read of the entire board. The result can be cached. */
  readOnce<T>(what: string, read: () => Promise<T>): Promise<T>;
}

/** Returns the tag of the language that a board's texts should have. */
export const boardLanguage = ({
  board,
  company,
}: BoardContext<{ language?: string | undefined }>): string =>
  board.language ?? company.language_default;

/** Returns the primary subtag of a language's tag: `es` for `es-mx`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split("-", 1)[0] ?? "";

/** The code for one system. Routes, the cache, the ledger and the responses are shared by all systems. */
export interface System<Settings> {
  /** Whether the system refuses or merges a candidate's second application. */
  detectsDuplicates: boolean;
  /** Lists the public jobs. @throws ReadError */
  list(context: BoardContext<Settings>): Promise<ListedJob[]>;
  /** Reads a job with its form. @returns undefined if the job is not public. @throws ReadError */
  job(context: BoardContext<Settings>, externalId: string): Promise<Job | undefined>;
  /** Finds answers that the system would refuse, before anything is sent. */
  validate(application: Application, company: Company, job: Job): FieldError[];
  /** Posts an application and its files. */
  apply(context: BoardContext<Settings>, job: Job, application: Application): Promise<Outcome>;
}
