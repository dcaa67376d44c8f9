import { z } from "zod";
import type { Answer, Application } from "../model/application";
import type { FieldFile } from "../model/files";
import type { ReceiptCompany, SentLabel } from "../model/receipt";

/**
 * The states of an application, as its object stores them. Times are in ms since 1970. A state is
 * parsed when it is read, because another build may have written it.
 *
 * Source: design, sections 3 and 6.
 */

/** The version of what an application's object stores. A build leaves another version alone. */
export const STORAGE_VERSION = 1;

/** A schema for every key of a type. One that is left out would be lost whenever a state is read. */
type EveryKey<Stored> = Record<keyof Stored, z.ZodType>;

const answers = z.array(
  z.object({ question: z.string(), answer: z.string() } satisfies EveryKey<Answer>),
);

const application = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  killerQuestions: answers,
  openQuestions: answers,
} satisfies EveryKey<Application>) satisfies z.ZodType<Application>;

const files = z.array(
  z.object({ field: z.string(), upload: z.number() } satisfies EveryKey<FieldFile>),
);

const contentsSchema = z.object({
  /** The secret id, by which the platform recognises a repeat. */
  applicationId: z.string(),
  clientUuid: z.string(),
  application,
  csrfToken: z.string().optional(),
  recaptchaToken: z.string(),
  /** Whether the honeypot was filled in. */
  isSuspect: z.boolean().optional(),
  /** The upload that is the CV, if there is one. */
  cv: z.number().optional(),
  /** The other files. */
  files: files.optional(),
  /** The answers to the position's own fields, as the platform is sent them: a list in JSON. */
  fields: z.string().optional(),
  /** The voluntary ones among them, which no digest is made of. */
  voluntary: z.string().optional(),
  /** Where the candidate came from, as the platform is sent it: an object in JSON. No digest is made of it. */
  source: z.string().optional(),
  /** Whether the platform answers a repeated `Idempotency-Key` as before: its 409 is about another application. */
  honoursKeys: z.boolean().optional(),
});

const recordSchema = z.object({
  /** The object's name. */
  receiptId: z.string(),
  /** Of the fields and the CV: tells a repeat from other contents. */
  digest: z.string(),
  sentAt: z.number(),
  company: z.object({
    name: z.string(),
    code: z.string(),
    uuid: z.string(),
    language: z.string().optional(),
  } satisfies EveryKey<ReceiptCompany>) satisfies z.ZodType<ReceiptCompany>,
  positionTitle: z.string(),
  /**
   * The CV that was sent: its kind, as in "PDF", its size in bytes, and the number and salted digest
   * by which a repeat is recognised.
   */
  cv: z
    .object({
      kind: z.string(),
      size: z.number(),
      upload: z.number(),
      digest: z.string(),
    })
    .optional(),
  /** The same of the other files. */
  files: z
    .array(
      z.object({
        field: z.string(),
        kind: z.string(),
        size: z.number(),
        upload: z.number(),
        digest: z.string(),
      }),
    )
    .optional(),
  /** Labels of the fields that were sent. */
  labels: z.array(
    z.object({
      name: z.string(),
      label: z.string().optional(),
    } satisfies EveryKey<SentLabel>) satisfies z.ZodType<SentLabel>,
  ),
});

const sent = { positionUuid: z.string(), record: recordSchema };

const undelivered = {
  contents: contentsSchema,
  /** Attempts that have begun. */
  attempts: z.number(),
  /** Whether the platform may have taken an attempt whose answer never came. */
  answerLost: z.boolean(),
  /** Whether a later attempt was refused: the next refusal is the last. */
  wasRefused: z.boolean(),
  /** The platform's last answer, if it answered. */
  lastStatus: z.number().optional(),
  /** What the platform said when it refused a later attempt. It may quote what was entered. */
  message: z.string().optional(),
  /** Whether a repeat was answered with 409 since the last answer that was lost. */
  wasConflict: z.boolean().optional(),
  /** Whether it is an unconfirmed application, which an operator sends once more. */
  isUnconfirmed: z.boolean().optional(),
  /** Whether it is sent in place of a refused application, which the candidate has corrected. */
  isCorrection: z.boolean().optional(),
};

/** Not sent, or refused while the candidate waited: its files are held for `HOLD_MS` after the last touch. */
const unsent = z.object({
  state: z.enum(["draft", "refused"]),
  positionUuid: z.string(),
  /** The upload that is sent when no other CV is chosen. */
  cv: z.number().optional(),
  /** The same of the other fields that take files. */
  files: files.optional(),
  /** When an answer was last lost: the platform may have taken what it seemed to refuse. */
  lostAt: z.number().optional(),
});

/** An attempt is under way. If an object finds this state and makes no attempt, one was cut off. */
const sending = z.object({
  state: z.literal("sending"),
  ...sent,
  ...undelivered,
  startedAt: z.number(),
  /** Of a first attempt: when an answer was lost that an earlier form waited for. */
  lostAt: z.number().optional(),
});

/** The platform did not answer; tried again at `nextAt`. */
const waiting = z.object({
  state: z.literal("waiting"),
  ...sent,
  ...undelivered,
  nextAt: z.number(),
});

/** Given up: its contents are kept for an operator until `keepUntil`. */
const failed = z.object({
  state: z.literal("failed"),
  ...sent,
  reason: z.enum(["time-out", "refused", "answer-lost", "file-lost", "dropped"]),
  /** Fields whose stored file is missing or damaged. */
  lostFiles: z.array(z.string()).optional(),
  failedAt: z.number(),
  keepUntil: z.number(),
  kept: z.object(undelivered).optional(),
});

/**
 * Probably delivered: the platform said yes in an HTML page, or answered 409 twice after an answer was
 * lost. The receipt says so. The contents are kept for an operator until `keepUntil`.
 */
const unconfirmed = z.object({
  state: z.literal("unconfirmed"),
  ...sent,
  keepUntil: z.number(),
  kept: z.object(undelivered).optional(),
  /** As in a failed one. */
  lostFiles: z.array(z.string()).optional(),
});

/** The client has this application, or an earlier one of the candidate's. */
const done = z.object({ state: z.enum(["delivered", "already-applied"]), ...sent });

const stateSchema = z.discriminatedUnion("state", [
  unsent,
  sending,
  waiting,
  failed,
  unconfirmed,
  done,
]);

/** What the platform is sent; deleted as soon as the platform has it. */
export type Contents = z.infer<typeof contentsSchema>;
/** What is kept of a sent application, for the receipt: nothing that the candidate entered. */
export type SentRecord = z.infer<typeof recordSchema>;
export type Unsent = z.infer<typeof unsent>;
export type Sending = z.infer<typeof sending>;
export type Waiting = z.infer<typeof waiting>;
export type Failed = z.infer<typeof failed>;
export type Unconfirmed = z.infer<typeof unconfirmed>;
export type Done = z.infer<typeof done>;
export type ApplicationState = z.infer<typeof stateSchema>;

/** This build cannot read what is stored. The message names the fields, and no value. */
export class UnknownStorageError extends Error {
  override name = "UnknownStorageError";
}

/**
 * Parses a stored state.
 *
 * @throws UnknownStorageError if this build cannot read it; what is stored is left alone
 */
export function parseState(stored: unknown, version: unknown): ApplicationState {
  if (version !== STORAGE_VERSION) {
    throw new UnknownStorageError("An application was stored by a newer build");
  }
  const parsed = stateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join("."));
  throw new UnknownStorageError(`An application's state cannot be read at ${paths.join(", ")}`);
}

export const isUnsent = (state: ApplicationState): state is Unsent =>
  state.state === "draft" || state.state === "refused";

/** What is kept of an application that was sent; undefined before that. */
export const recordIn = (state: ApplicationState | undefined): SentRecord | undefined =>
  state && !isUnsent(state) ? state.record : undefined;

/** What the platform is sent, while it is here. */
export function contentsIn(state: ApplicationState): Contents | undefined {
  if ("contents" in state) return state.contents;
  return "kept" in state ? state.kept?.contents : undefined;
}
