// An application's stored states. Times are in ms since 1970.
import { z } from "zod";
import { Answers } from "../../../contract/application";
import type { Answer, Application } from "../model/application";
import type { FieldFile } from "../model/files";
import type { ReceiptCompany, SentLabel } from "../model/receipt";

/** State of any other version is left untouched. */
export const STORAGE_VERSION = 1;

/** Requires a schema for every key: zod drops unknown keys when it parses. */
type EveryKey<Stored> = Record<keyof Stored, z.ZodType>;

const answers = z.array(
  z.object({ question: z.string(), answer: z.string() } satisfies EveryKey<Answer>),
);

const application = z.object({
  ...{ firstName: z.string(), lastName: z.string(), phone: z.string() },
  ...{ killerQuestions: answers, openQuestions: answers },
} satisfies EveryKey<Application>);

/** The CV comes first. */
const files = z.array(
  z.object({ field: z.string(), upload: z.number() } satisfies EveryKey<FieldFile>),
);

const contentsSchema = z.object({
  /** The secret id, sent as the idempotency key. */
  applicationId: z.string(),
  clientUuid: z.string(),
  application,
  csrfToken: z.string().optional(),
  recaptchaToken: z.string(),
  /** The honeypot was filled in. */
  isSuspect: z.boolean().optional(),
  files,
  /** Answers to the position's own fields. */
  fields: Answers.optional(),
  /** Voluntary answers. Excluded from the digest. */
  voluntary: Answers.optional(),
  /** The candidate's source, by URL parameter. Excluded from the digest. */
  source: z.record(z.string(), z.string()).optional(),
  /** The platform repeats its answer for a repeated key, so a 409 is about another application. */
  honoursKeys: z.boolean().optional(),
});

const sentFile = z.object({
  field: z.string(),
  upload: z.number(),
  kind: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Salted. Identifies a repeat. */
  digest: z.string(),
});

const recordSchema = z.object({
  /** The object's name. */
  receiptId: z.string(),
  /** Salted digest of the fields and files. Tells a repeat from different contents. */
  digest: z.string(),
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
  /** Attempts started so far. */
  attempts: z.number(),
  /** An attempt got no answer, so the platform may have the application. */
  answerLost: z.boolean(),
  /** A later attempt was refused. The next refusal is final. */
  wasRefused: z.boolean(),
  /** HTTP status of the platform's last answer. */
  lastStatus: z.number().optional(),
  /** The platform's message when it refused a later attempt. May quote what the candidate entered. */
  message: z.string().optional(),
  /** A repeat got a 409 after the last lost answer. */
  wasConflict: z.boolean().optional(),
  /** An operator is resending an unconfirmed application. */
  isUnconfirmed: z.boolean().optional(),
  /** Replaces a refused application that the candidate corrected. */
  isCorrection: z.boolean().optional(),
};

/** Not sent, or refused while the candidate waited. Files are held for `HOLD_MS` after the last change. */
const unsent = z.object({
  state: z.enum(["draft", "refused"]),
  positionUuid: z.string(),
  files,
  /** When an answer was last lost. The platform may have the application despite the refusal. */
  lostAt: z.number().optional(),
});

/** An attempt is under way or was cut off. */
const sending = z.object({
  state: z.literal("sending"),
  ...sent,
  ...undelivered,
  startedAt: z.number(),
  /** First attempts only: when an answer to an earlier form was lost. */
  lostAt: z.number().optional(),
});

const waiting = z.object({
  ...{ state: z.literal("waiting"), ...sent, ...undelivered },
  nextAt: z.number(),
});

/** Stored for an operator after the last attempt. */
const kept = {
  keepUntil: z.number(),
  kept: z.object(undelivered).optional(),
  /** Fields with a missing or damaged file. */
  lostFiles: z.array(z.string()).optional(),
};

/** Given up, or refused on a later attempt. */
const failed = z.object({
  ...{ state: z.literal("failed"), ...sent, ...kept },
  reason: z.enum(["time-out", "refused", "answer-lost", "file-lost", "dropped"]),
  failedAt: z.number(),
});

/** Probably delivered: the platform accepted with an HTML page, or sent two 409s after a lost answer. */
const unconfirmed = z.object({ state: z.literal("unconfirmed"), ...sent, ...kept });

/** The platform has this application, or an earlier one by the same candidate. */
const done = z.object({ state: z.enum(["delivered", "already-applied"]), ...sent });

const states = [unsent, sending, waiting, failed, unconfirmed, done] as const;
const stateSchema = z.discriminatedUnion("state", states);

/** The data that the platform receives. Deleted as soon as it has been delivered. */
export type Contents = z.infer<typeof contentsSchema>;
/** Data for the receipt of a sent application. Contains nothing that the candidate entered. */
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

/** A validated application, as intake submits it. */
export interface Submission {
  contents: Contents;
  /** The object adds the other fields when it sends the application. */
  record: Omit<SentRecord, "digest" | "sentAt" | "files">;
  /** Fields with voluntary files, which are excluded from the digest. */
  voluntaryFiles?: readonly string[];
  /** The form corrects a refused application. */
  isCorrection?: boolean;
}

/** This build cannot read the stored state. The message names fields but never values. */
export class UnknownStorageError extends Error {
  override name = "UnknownStorageError";
}

/** @throws UnknownStorageError if a newer build stored the state, which is left untouched */
export function parseState(stored: unknown, version: unknown): ApplicationState {
  const newer = "An application was stored by a newer build";
  if (version !== STORAGE_VERSION) throw new UnknownStorageError(newer);
  const parsed = stateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join("."));
  throw new UnknownStorageError(`An application's state is invalid at ${paths.join(", ")}`);
}

export const isUnsent = (state: ApplicationState): state is Unsent =>
  state.state === "draft" || state.state === "refused";

/** The candidate must correct it: it was refused later, or a file was lost. */
export const isReturned = (state: ApplicationState): state is Failed =>
  state.state === "failed" && (state.reason === "refused" || state.reason === "file-lost");

/** Returned for correction, with its contents still stored. */
export const isCorrectable = (state: ApplicationState): state is Correctable =>
  isReturned(state) && state.kept !== undefined;

/** The contents that are waiting to be sent, or are stored for an operator. */
export function getPending(state: ApplicationState) {
  if ("contents" in state) return state;
  return "kept" in state ? state.kept : undefined;
}

/** Files that the state refers to, CV first. */
export function getFiles(state: ApplicationState | undefined): FieldFile[] {
  if (!state) return [];
  return isUnsent(state) ? state.files : (getPending(state)?.contents.files ?? []);
}

export const getUploads = (state: ApplicationState | undefined): number[] =>
  getFiles(state).map(({ upload }) => upload);

/** Fields with a missing or damaged file. */
export const getLostFiles = (state: ApplicationState): readonly string[] =>
  ("lostFiles" in state ? state.lostFiles : undefined) ?? [];

export const findSentFile = (state: ApplicationState | undefined, field: string) =>
  state && !isUnsent(state) ? state.record.files.find((one) => one.field === field) : undefined;

/** Why an application is on the operator's list, or null if the state alone explains it. */
export function findReason(state: ApplicationState): string | null {
  if (state.state === "failed") return state.reason;
  return getLostFiles(state).length > 0 ? "file-lost" : null;
}

/** When the next attempt is due, or when the kept contents are deleted. */
export function nextDueTime(state: SentState): number | null {
  if (state.state === "waiting") return state.nextAt;
  return "keepUntil" in state ? state.keepUntil : null;
}
