// The states of an application, as its object stores them (design, section 6). Times are in ms since 1970.
import { z } from "zod";
import { Answers } from "../../../contract/application";
import type { Answer, Application } from "../model/application";
import type { FieldFile } from "../model/files";
import type { ReceiptCompany, SentLabel } from "../model/receipt";

/** A build leaves other versions alone. */
export const STORAGE_VERSION = 1;

/** A key without a schema would be lost whenever a state is read. */
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
  /** The voluntary ones among them. They are in no digest. */
  voluntary: Answers.optional(),
  /** Where the candidate came from, by parameter. It is in no digest. */
  source: z.record(z.string(), z.string()).optional(),
  /** The platform answers a repeated key as before, so its 409 is about another application. */
  honoursKeys: z.boolean().optional(),
});

const sentFile = z.object({
  field: z.string(),
  upload: z.number(),
  kind: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Salted; recognises a repeat. */
  digest: z.string(),
});

const recordSchema = z.object({
  /** The object's name. */
  receiptId: z.string(),
  /** Salted, of the fields and files: tells a repeat from other contents. */
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
  /** Begun. */
  attempts: z.number(),
  /** The platform may have taken an attempt that got no answer. */
  answerLost: z.boolean(),
  /** A later attempt was refused: the next refusal is final. */
  wasRefused: z.boolean(),
  /** Of the platform's last answer. */
  lastStatus: z.number().optional(),
  /** The platform's refusal of a later attempt. It may quote what was entered. */
  message: z.string().optional(),
  /** A repeat got a 409 since an answer was last lost. */
  wasConflict: z.boolean().optional(),
  /** An operator sends an unconfirmed application once more. */
  isUnconfirmed: z.boolean().optional(),
  /** It replaces a refused application that its candidate corrected. */
  isCorrection: z.boolean().optional(),
};

/** Not sent, or refused while the candidate waited. Its files are held for `HOLD_MS` after the last touch. */
const unsent = z.object({
  state: z.enum(["draft", "refused"]),
  positionUuid: z.string(),
  files,
  /** When an answer was last lost: the platform may have taken what it seemed to refuse. */
  lostAt: z.number().optional(),
});

/** An attempt is under way, or was cut off. */
const sending = z.object({
  state: z.literal("sending"),
  ...sent,
  ...undelivered,
  startedAt: z.number(),
  /** Of a first attempt: when an answer to an earlier form was lost. */
  lostAt: z.number().optional(),
});

const waiting = z.object({
  ...{ state: z.literal("waiting"), ...sent, ...undelivered },
  nextAt: z.number(),
});

/** For an operator. */
const kept = {
  keepUntil: z.number(),
  kept: z.object(undelivered).optional(),
  /** Fields whose stored file is missing or damaged. */
  lostFiles: z.array(z.string()).optional(),
};

/** Given up. */
const failed = z.object({
  ...{ state: z.literal("failed"), ...sent, ...kept },
  reason: z.enum(["time-out", "refused", "answer-lost", "file-lost", "dropped"]),
  failedAt: z.number(),
});

/** Probably delivered: accepted in an HTML page, or a 409 twice after an answer was lost. */
const unconfirmed = z.object({ state: z.literal("unconfirmed"), ...sent, ...kept });

/** The platform has this application, or an earlier one of the candidate's. */
const done = z.object({ state: z.enum(["delivered", "already-applied"]), ...sent });

const states = [unsent, sending, waiting, failed, unconfirmed, done] as const;
const stateSchema = z.discriminatedUnion("state", states);

/** What the platform is sent; deleted as soon as the platform has it. */
export type Contents = z.infer<typeof contentsSchema>;
/** What is kept of a sent application for its receipt: nothing that the candidate entered. */
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
  /** The object adds the rest when it sends the application. */
  record: Omit<SentRecord, "digest" | "sentAt" | "files">;
  /** Fields whose files are voluntary. They are in no digest. */
  voluntaryFiles?: readonly string[];
  /** The form of a refused application, corrected. */
  isCorrection?: boolean;
}

/** This build cannot read what is stored. The message names fields, and no value. */
export class UnknownStorageError extends Error {
  override name = "UnknownStorageError";
}

/** @throws UnknownStorageError if another build stored it; it is left alone */
export function parseState(stored: unknown, version: unknown): ApplicationState {
  const newer = "An application was stored by a newer build";
  if (version !== STORAGE_VERSION) throw new UnknownStorageError(newer);
  const parsed = stateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join("."));
  throw new UnknownStorageError(`An application's state cannot be read at ${paths.join(", ")}`);
}

export const isUnsent = (state: ApplicationState): state is Unsent =>
  state.state === "draft" || state.state === "refused";

/** Refused later, or a file was lost: its candidate has to correct it. */
export const isReturned = (state: ApplicationState): state is Failed =>
  state.state === "failed" && (state.reason === "refused" || state.reason === "file-lost");

/** Its contents are still stored. */
export const isCorrectable = (state: ApplicationState): state is Correctable =>
  isReturned(state) && state.kept !== undefined;

/** What is still to be sent, or kept for an operator. */
export function getPending(state: ApplicationState) {
  if ("contents" in state) return state;
  return "kept" in state ? state.kept : undefined;
}

/** The files that a state refers to, the CV first. */
export function getFiles(state: ApplicationState | undefined): FieldFile[] {
  if (!state) return [];
  return isUnsent(state) ? state.files : (getPending(state)?.contents.files ?? []);
}

export const getUploads = (state: ApplicationState | undefined): number[] =>
  getFiles(state).map(({ upload }) => upload);

/** Fields whose stored file is missing or damaged. */
export const getLostFiles = (state: ApplicationState): readonly string[] =>
  ("lostFiles" in state ? state.lostFiles : undefined) ?? [];

export const findSentFile = (state: ApplicationState | undefined, field: string) =>
  state && !isUnsent(state) ? state.record.files.find((one) => one.field === field) : undefined;

/** Why an application is on the operator's list; null if its state says enough. */
export function findReason(state: ApplicationState): string | null {
  if (state.state === "failed") return state.reason;
  return getLostFiles(state).length > 0 ? "file-lost" : null;
}

/** The next attempt, or until when the contents are kept. */
export function nextDueTime(state: SentState): number | null {
  if (state.state === "waiting") return state.nextAt;
  return "keepUntil" in state ? state.keepUntil : null;
}
