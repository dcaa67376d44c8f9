// An application's stored states. Times are in ms since 1970.
import * as z from "zod";
import { Answers } from "~/contract/application";
import type { Answer, Application } from "../model/application";
import type { FieldFile } from "../model/files";
import type { ReceiptCompany, SentLabel } from "../model/receipt";

/**
 * Version 2 added the files' `finding` (`Store`), the reason `form-damaged`, and the states' optional
 * `ownKey`, `lostDigest`, `checksum`, `earlySuccesses` and `pageLanguage`.
 */
export const STORAGE_VERSION = 2;
const READABLE_VERSIONS: readonly unknown[] = [1, STORAGE_VERSION];

const SINCE_VERSION_2 = ["ownKey", "lostDigest", "checksum", "earlySuccesses", "pageLanguage"];

/**
 * Returns the first version that can store a state without loss, so that earlier builds can still read unsent
 * forms and the receipts of delivered applications.
 */
export function getVersion(state: ApplicationState): number {
  const hasNewKey = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(
      ([key, child]) => child !== undefined && (SINCE_VERSION_2.includes(key) || hasNewKey(child)),
    );
  const isNew = hasNewKey(state) || (state.state === "failed" && state.reason === "form-damaged");
  return isNew ? 2 : 1;
}

/** Requires a schema for every key, because zod drops unknown keys. */
type EveryKey<Stored> = Record<keyof Stored, z.ZodType>;

const answers = z.array(
  z.object({ question: z.string(), answer: z.string() } satisfies EveryKey<Answer>),
);

const application = z.object({
  ...{ firstName: z.string(), lastName: z.string(), phone: z.string() },
  ...{ killerQuestions: answers, openQuestions: answers },
} satisfies EveryKey<Application>);

/** A form's files, CV first. */
const files = z.array(
  z.object({ field: z.string(), upload: z.number() } satisfies EveryKey<FieldFile>),
);

const contentsSchema = z.object({
  /** The secret id. Also the idempotency key, unless `ownKey` is set. */
  applicationId: z.string(),
  clientUuid: z.string(),
  application,
  csrfToken: z.string().optional(),
  recaptchaToken: z.string(),
  /** Whether the honeypot was filled in. */
  isSuspect: z.boolean().optional(),
  files,
  /** Answers to the position's own fields. */
  fields: Answers.optional(),
  /** Voluntary answers. Excluded from the digest. */
  voluntary: Answers.optional(),
  /** The candidate's source, by URL parameter. Excluded from the digest. */
  source: z.record(z.string(), z.string()).optional(),
  /** BCP 47 tag of the page's language. Excluded from the digest. */
  pageLanguage: z.string().optional(),
  /** Whether the platform honours idempotency keys. A 409 is then for another application. */
  honoursKeys: z.boolean().optional(),
  /** The idempotency key, if another form may have arrived under the id. */
  ownKey: z.string().optional(),
});

const sentFile = z.object({
  field: z.string(),
  upload: z.number(),
  kind: z.string(),
  /** Size in bytes. */
  size: z.number(),
  /** Salted digest that identifies a repeat. */
  digest: z.string(),
});

/** Digest of the form that may have arrived with the id as its key. Other forms get other keys. */
const lostDigest = z.string().optional();

const recordSchema = z.object({
  /** The name of the application's object. */
  receiptId: z.string(),
  /** Salted digest that distinguishes a repeat from other contents. */
  digest: z.string(),
  lostDigest,
  sentAt: z.number(),
  company: z.object({
    ...{ name: z.string(), code: z.string(), uuid: z.string() },
    language: z.string().optional(),
  } satisfies EveryKey<ReceiptCompany>),
  positionTitle: z.string(),
  files: z.array(sentFile),
  /** Labels of the answered fields. */
  labels: z.array(
    z.object({ name: z.string(), label: z.string().optional() } satisfies EveryKey<SentLabel>),
  ),
});

const sent = { positionUuid: z.string(), record: recordSchema };

const undelivered = {
  contents: contentsSchema,
  /** Checksum of everything that an attempt sends (`createChecksum`), since version 2. */
  checksum: z.number().optional(),
  /** Number of attempts started so far. If a form is left to the alarm, the late read of its position counts. */
  attempts: z.number(),
  /** Whether a response was lost. The platform might have the application. */
  answerLost: z.boolean(),
  /** Whether a later attempt was refused. The next refusal is then final. */
  wasRefused: z.boolean(),
  /** The last HTTP status from the platform, if it is known. */
  lastStatus: z.number().optional(),
  /** The platform's last refusal message, which can contain the candidate's input. */
  message: z.string().optional(),
  /** Whether a repeat got a 409 after the last lost response. */
  wasConflict: z.boolean().optional(),
  /** Number of attempts that got a 2xx before the whole application was sent. */
  earlySuccesses: z.number().optional(),
  /** Whether an operator has resent an unconfirmed application. */
  isUnconfirmed: z.boolean().optional(),
  /** Whether the candidate corrected a returned application. */
  isCorrection: z.boolean().optional(),
};

/** A form that was not sent, or was returned to the candidate after the first attempt. */
const unsent = z.object({
  state: z.enum(["draft", "refused"]),
  positionUuid: z.string(),
  files,
  /** Time at which a response was last lost. The platform might have the application despite the refusal. */
  lostAt: z.number().optional(),
  lostDigest,
});

/** An application whose attempt is running or was cut off. */
const sending = z.object({
  state: z.literal("sending"),
  ...sent,
  ...undelivered,
  startedAt: z.number(),
  /** For first attempts: time at which the response to an earlier form was lost. */
  lostAt: z.number().optional(),
});

const waiting = z.object({
  ...{ state: z.literal("waiting"), ...sent, ...undelivered },
  nextAt: z.number(),
});

/** Data for an operator after the last attempt. */
const kept = {
  keepUntil: z.number(),
  kept: z.object(undelivered).optional(),
  /** Fields with a missing or damaged file. */
  lostFiles: z.array(z.string()).optional(),
};

/** An application that is no longer retried. */
const failed = z.object({
  ...{ state: z.literal("failed"), ...sent, ...kept },
  reason: z.enum([
    ...["time-out", "refused", "answer-lost", "file-lost", "form-damaged", "dropped"],
  ] as const),
  failedAt: z.number(),
});

/** An application that the platform might have, for example after a 2xx with HTML. */
const unconfirmed = z.object({ state: z.literal("unconfirmed"), ...sent, ...kept });

/** The platform has this application, or an earlier application by the same candidate. */
const done = z.object({ state: z.enum(["delivered", "already-applied"]), ...sent });

const states = [unsent, sending, waiting, failed, unconfirmed, done] as const;
const stateSchema = z.discriminatedUnion("state", states);

/** The data that an attempt needs. Deleted after delivery. */
export type Contents = z.infer<typeof contentsSchema>;
/** Data for the receipt of a sent application. Contains no candidate input. */
export type SentRecord = z.infer<typeof recordSchema>;
export type SentFile = z.infer<typeof sentFile>;
export type Unsent = z.infer<typeof unsent>;
export type Sending = z.infer<typeof sending>;
export type Waiting = z.infer<typeof waiting>;
export type Failed = z.infer<typeof failed>;
export type Unconfirmed = z.infer<typeof unconfirmed>;
export type Done = z.infer<typeof done>;
export type ApplicationState = z.infer<typeof stateSchema>;
export type SentState = Exclude<ApplicationState, Unsent>;
export type Correctable = Failed & { kept: NonNullable<Failed["kept"]> };

/** A validated application, which intake submits to the object. */
export interface Submission {
  contents: Contents;
  /** The object adds the other fields when it sends the application. */
  record: Omit<SentRecord, "digest" | "sentAt" | "files">;
  /** Fields with voluntary files, which are excluded from the digest. */
  voluntaryFiles?: readonly string[];
  isCorrection?: boolean;
  /** Whether the platform did not respond, in which case the alarm makes the first attempt. */
  isLeftToAlarm?: boolean;
}

/** Thrown when this build cannot read the stored data. The message can name fields, but contains no values. */
export class UnknownStorageError extends Error {
  override name = "UnknownStorageError";
}

/** Parses a stored state. @throws UnknownStorageError if its version is unknown or it is invalid */
export function parseState(stored: unknown, version: unknown): ApplicationState {
  const newer = "a newer build stored it";
  if (!READABLE_VERSIONS.includes(version)) throw new UnknownStorageError(newer);
  const parsed = stateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join("."));
  throw new UnknownStorageError(`its state is invalid at ${paths.join(", ")}`);
}

/** Returns contents with their keys in a fixed order. */
export const parseContents = (contents: Contents): Contents => contentsSchema.parse(contents);

export const isUnsent = (state: ApplicationState): state is Unsent =>
  state.state === "draft" || state.state === "refused";

/** Whether a sent application was returned for correction, after a refusal or because its storage is damaged. */
export const isReturned = (state: ApplicationState): state is Failed =>
  state.state === "failed" && ["refused", "file-lost", "form-damaged"].includes(state.reason);

/** Whether the application was returned for correction and its contents are still stored. */
export const isCorrectable = (state: ApplicationState): state is Correctable =>
  isReturned(state) && state.kept !== undefined;

/** Returns the contents and attempts of an undelivered application, if they are stored. */
export function getPending(state: ApplicationState) {
  if ("contents" in state) return state;
  return "kept" in state ? state.kept : undefined;
}

/** Returns the files that the state refers to, CV first. */
export function getFiles(state: ApplicationState | undefined): FieldFile[] {
  if (!state) return [];
  return isUnsent(state) ? state.files : (getPending(state)?.contents.files ?? []);
}

export const getUploads = (state: ApplicationState | undefined): number[] =>
  getFiles(state).map(({ upload }) => upload);

export const getLostFiles = (state: ApplicationState): readonly string[] =>
  ("lostFiles" in state ? state.lostFiles : undefined) ?? [];

export const findSentFile = (state: ApplicationState | undefined, field: string) =>
  state && !isUnsent(state) ? state.record.files.find((file) => file.field === field) : undefined;

/** Returns the reason that the operator's list shows, if any. */
export function findReason(state: ApplicationState): string | null {
  if (state.state === "failed") return state.reason;
  return getLostFiles(state).length > 0 ? "file-lost" : null;
}

/** Returns when the next attempt or the deletion of the kept contents is due. */
export function nextDueTime(state: SentState): number | null {
  if (state.state === "waiting") return state.nextAt;
  return "keepUntil" in state ? state.keepUntil : null;
}
