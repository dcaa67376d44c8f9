import type { z } from "zod";
import type { Company } from "./companies";
import type { Upload } from "./form";
import type { Source } from "./source";

/** One field that a position asks, by the contract's names (docs/contract.md). */
export interface Field {
  id: string;
  /** One of the contract's kinds. A required one that it does not have sends candidates elsewhere. */
  kind: string;
  label?: string | undefined;
  hint?: string | undefined;
  required?: boolean;
  section?: "voluntary";
  /** Characters of a text, bytes of a file, or the largest number. */
  max?: number;
  min?: number;
  options?: { value: string; label: string }[];
  accept?: string[];
}

export type Asked = "required" | "optional" | "off";

/** What a field is at a system whose answers have a type there. */
export interface PostedAs {
  path: string;
  type: string;
  title?: string;
  /** The survey that it is of, if it is not of the form. */
  survey?: string;
  /** Which property of the answer it is, if several fields make one. */
  part?: string;
}

/** A job as the contract's position (call 1), without what the company's folder says. */
export interface Job {
  /** The id at the system. */
  there: string;
  /** Under what the system posts to it, if not under its id. */
  handle?: string;
  /** What the fields are there, by their ids, and `name`, `phone` and `cv`. Only the system reads it. */
  postedAs?: Record<string, PostedAs>;
  name: string;
  /** HTML. */
  description: string;
  /** As the company names it; several places are separated by `; `. */
  location?: string | undefined;
  /** Only what the system says: never the company's own. */
  country?: string | undefined;
  contract_type?: string | undefined;
  join_date?: string | undefined;
  department?: string | undefined;
  published_at?: string | undefined;
  closes_at?: string | undefined;
  employment_type?: string[] | undefined;
  workplace?: "onsite" | "hybrid" | "remote" | undefined;
  places?: { city?: string; region?: string; country?: string }[] | undefined;
  remote_countries?: string[] | undefined;
  pay?: { min?: number; max?: number; currency?: string; unit?: string; text?: string } | undefined;
  language?: string | undefined;
  identifier?: string | undefined;
  notices?: { kind: string; text?: string; url?: string }[] | undefined;
  /** Where candidates apply that this form cannot serve. */
  apply_url?: string | undefined;
  talks_back?: boolean | undefined;
  /** With `source`, where the system has a place for where a candidate came from. */
  takes?: ["source"];
  fields: Field[];
  sections?: { voluntary: { title?: string | undefined; note?: string | undefined } } | undefined;
  standard: { phone: Asked; cv: Asked };
  cv_accept?: string[] | undefined;
  cv_max_bytes?: number | undefined;
}

/** A job in the list (call 3). */
export type ListedJob = Pick<
  Job,
  | "there"
  | "name"
  | "location"
  | "contract_type"
  | "department"
  | "published_at"
  | "join_date"
  | "workplace"
  | "places"
  | "remote_countries"
  | "country"
>;

/** The answer to a field, as the contract sends it. */
export type Value = string | string[] | boolean | { given: boolean; text: string };

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

/** What is wrong with a field, in words for the candidate. */
export interface FieldError {
  field: string;
  message: string;
}

/** What came of a post. */
export type Outcome =
  /** `id` is the system's, if it says one. `afterwards` is what is left to do once that is written down. */
  | { outcome: "accepted"; id?: string | undefined; afterwards?: () => Promise<void> }
  /** The system says that this candidate has applied already. */
  | { outcome: "duplicate" }
  /** The system does not take what the candidate wrote. `detail` is in the candidate's words. */
  | { outcome: "refused"; detail?: string | undefined; errors?: FieldError[] }
  | { outcome: "closed" }
  /** It took nothing, and asks to wait. `retryAfter` is its header. */
  | { outcome: "busy"; retryAfter?: string | undefined }
  /** It took nothing, because our key or our board is wrong. `mend` is for the log: what to look at. */
  | { outcome: "misconfigured"; status: number; mend?: string }
  /** Nobody knows whether it took it. */
  | { outcome: "unknown"; status?: number };

/** What a system is given: one company's board. */
export interface Place<Settings> {
  company: Company;
  board: Settings;
  /** The secret that the folder's `key` names; undefined if it is not set. */
  key: string | undefined;
  /** Reads what many calls need, such as a whole board, twice a minute at most. */
  once<T>(what: string, read: () => Promise<T>): Promise<T>;
}

/**
 * One system behind the contract. A file for each implements this, and nothing else; the core does
 * addresses, the cache, the ledger and the answers.
 */
export interface System<Settings> {
  /** Whether the system refuses a second application of the same candidate, or merges the two. */
  tellsDuplicates: boolean;
  /** The jobs that anybody may see. @throws ReadFault */
  list(place: Place<Settings>): Promise<ListedJob[]>;
  /** One job with its form; undefined if nobody may see it. @throws ReadFault */
  job(place: Place<Settings>, there: string): Promise<Job | undefined>;
  /** What the system would refuse, found before anything is sent. */
  faults(application: Application, company: Company, job: Job): FieldError[];
  /** Posts an application once. Never throws. */
  apply(place: Place<Settings>, job: Job, application: Application): Promise<Outcome>;
}

/** What a system's `settings.ts` says of it, for the folders of companies and the commands. */
export interface SetUp {
  /** Its name in a folder. */
  name: string;
  /** A public board's address, as an example. */
  page: string;
  /** The `board` of a company's `company.json`. */
  Settings: z.ZodType;
  /** The settings that an address of the system's says; undefined if it names no board. */
  pasted: (url: URL) => Record<string, string> | undefined;
  /** The API's usual address. */
  usual: (board: { board: string }) => string;
  /** Other addresses of the API on the system's domain. */
  alsoAt?: string[];
  /** What else to look at if a board cannot be read. */
  unread?: string;
  /** What no call says, and the writer of a folder has to look up. */
  notKnown: string[];
  /** What a folder lacks, though it is right. */
  advice?: (board: { key?: string | undefined }) => string | undefined;
}
