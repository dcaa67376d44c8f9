import { z } from "zod";
import type { Application } from "../model/application";
import type { ReceiptCompany } from "../model/receipt";

/**
 * What an application's object stores of it. Times are in ms since 1970. It is parsed when it is read:
 * a build may find what another build wrote.
 *
 * Source: design, sections 3 and 6.
 */

/** Of the shapes below. A build from before there was a version wrote none, and these very shapes. */
export const STORAGE_VERSION = 1;

const answers = z.array(z.object({ question: z.string(), answer: z.string() }));

const application = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  killerQuestions: answers,
  openQuestions: answers,
}) satisfies z.ZodType<Application>;

const contentsSchema = z.object({
  /** The secret id: the platform's key to know a repeat by. */
  applicationId: z.string(),
  clientUuid: z.string(),
  application,
  csrfToken: z.string().optional(),
  recaptchaToken: z.string(),
  /** Whether the honeypot was filled in. */
  isSuspect: z.boolean().optional(),
  /** The upload that is the CV, if there is one. */
  cv: z.number().optional(),
});

const recordSchema = z.object({
  /** The object's public name. */
  receiptId: z.string(),
  /** Salted: tells a repeat from other contents. */
  digest: z.string(),
  sentAt: z.number(),
  company: z.object({
    name: z.string(),
    code: z.string(),
    uuid: z.string(),
    language: z.string().optional(),
  }) satisfies z.ZodType<ReceiptCompany>,
  positionTitle: z.string(),
  /**
   * The CV that was sent: "PDF", bytes, and the number and salted digest that a repeat may name it
   * by, which the first builds did not write.
   */
  cv: z
    .object({
      kind: z.string(),
      size: z.number(),
      upload: z.number().optional(),
      digest: z.string().optional(),
    })
    .optional(),
  /** How many questions were answered. */
  answers: z.number(),
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
};

/** Not sent, or refused while the candidate was waiting: held for a while from the last touch. */
const unsent = z.object({
  state: z.enum(["draft", "refused"]),
  positionUuid: z.string(),
  /** The upload that is sent when no other CV is chosen. */
  cv: z.number().optional(),
});

/** An attempt is under way; an object that finds this state, and makes none, was cut off in its middle. */
const sending = z.object({
  state: z.literal("sending"),
  ...sent,
  ...undelivered,
  startedAt: z.number(),
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
  reason: z.enum(["time-out", "refused", "answer-lost", "dropped"]),
  failedAt: z.number(),
  keepUntil: z.number(),
  kept: z.object(undelivered).optional(),
});

/** The company has an application of the candidate's: this one, or an earlier one. */
const done = z.object({ state: z.enum(["delivered", "already-applied"]), ...sent });

const stateSchema = z.discriminatedUnion("state", [unsent, sending, waiting, failed, done]);

/** All that the platform is told; deleted as soon as it has been told. */
export type Contents = z.infer<typeof contentsSchema>;
/** What stays of an application that was sent: nothing of the candidate's. */
export type SentRecord = z.infer<typeof recordSchema>;
export type Unsent = z.infer<typeof unsent>;
export type Sending = z.infer<typeof sending>;
export type Waiting = z.infer<typeof waiting>;
export type Failed = z.infer<typeof failed>;
export type Done = z.infer<typeof done>;
export type ApplicationState = z.infer<typeof stateSchema>;

/** What is stored is of no shape that this build knows: the message names the field, and no value. */
export class UnknownStorageError extends Error {
  override name = "UnknownStorageError";
}

/**
 * A state as it was stored.
 *
 * @throws UnknownStorageError for what this build cannot read: it is left alone
 */
export function parseState(stored: unknown, version: unknown): ApplicationState {
  if (version !== undefined && version !== STORAGE_VERSION) {
    throw new UnknownStorageError("An application was stored by a newer build");
  }
  const parsed = stateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join("."));
  throw new UnknownStorageError(`An application's state cannot be read at ${paths.join(", ")}`);
}

export const isUnsent = (state: ApplicationState): state is Unsent =>
  state.state === "draft" || state.state === "refused";

/** Whether a state has anything that the candidate entered, or a file of theirs. */
export const hasContents = (state: ApplicationState): boolean =>
  cvOf(state) !== undefined ||
  "contents" in state ||
  (state.state === "failed" && state.kept !== undefined);

/** The upload that a state holds on to. */
export function cvOf(state: ApplicationState | undefined): number | undefined {
  switch (state?.state) {
    case "draft":
    case "refused":
      return state.cv;
    case "sending":
    case "waiting":
      return state.contents.cv;
    case "failed":
      return state.kept?.contents.cv;
    case "delivered":
    case "already-applied":
    case undefined:
      return undefined;
  }
}
