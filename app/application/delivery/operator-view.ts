import { z } from "zod";
import { CV_FIELD } from "../model/files";
import { receiptNumber } from "../model/receipt";
import type { StoredFile } from "./file-rows.server";
import { lostFilesIn, reasonIn } from "./state-files";
import { isUnsent, type ApplicationState, type Unsent, type Waiting } from "./state";

type SentState = Exclude<ApplicationState, Unsent>;

/** Where a sent application stands, for an operator. Times are in ms since 1970. */
export interface OperatorView {
  number: string;
  receiptId: string;
  state: SentState["state"];
  /** Why it failed; null otherwise. */
  reason: string | null;
  company: { name: string; uuid: string };
  position: { title: string; uuid: string };
  sentAt: number;
  /** Null once its contents are gone. */
  attempts: number | null;
  /** The HTTP status of the platform's last answer; null if it gave none. */
  lastStatus: number | null;
  /** What the platform said when it refused. It may quote what the candidate entered. */
  message: string | null;
  /** When the next attempt is, or until when the contents are kept. */
  dueAt: number | null;
  /** Whether there is anything to send, to export or to drop. */
  hasContents: boolean;
}

/** An application as an operator hands it over by hand. Tokens and the secret id stay here. */
export interface Export extends OperatorView {
  application: {
    firstName: string;
    lastName: string;
    phone: string;
    killerQuestions: { question: string; answer: string }[];
    openQuestions: { question: string; answer: string }[];
  };
  /** The answers to the position's own fields, as the platform is sent them, if it has such. */
  answers?: z.infer<typeof answersSchema>;
  /** Where the candidate came from, if the platform wants to know. */
  source?: Record<string, string>;
  /** Size in bytes, SHA-256 in hexadecimal. */
  cv: ExportedFile | null;
  /** The other files, by their fields, if there are any. */
  files?: (ExportedFile & { field: string })[];
}

interface ExportedFile {
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  /** The stored bytes no longer match the SHA-256. */
  isDamaged?: boolean;
}

/** Where an application stands; undefined if it was not sent. */
export function viewOf(state: ApplicationState): OperatorView | undefined {
  if (isUnsent(state)) return undefined;
  const { positionUuid, record } = state;
  const pending = pendingOf(state);
  return {
    number: receiptNumber(record.receiptId),
    receiptId: record.receiptId,
    state: state.state,
    reason: reasonIn(state),
    company: { name: record.company.name, uuid: record.company.uuid },
    position: { title: record.positionTitle, uuid: positionUuid },
    sentAt: record.sentAt,
    attempts: pending?.attempts ?? null,
    lastStatus: pending?.lastStatus ?? null,
    message: pending?.message ?? null,
    dueAt: pending ? dueAtOf(state) : null,
    hasContents: pending !== undefined,
  };
}

/** What an operator may take out; undefined if nothing is left of it. @param files that are stored */
export function exportOf(
  state: ApplicationState,
  files: readonly StoredFile[],
): Export | undefined {
  const view = viewOf(state);
  const contents = isUnsent(state) ? undefined : pendingOf(state)?.contents;
  if (!view || !contents) return undefined;
  const { firstName, lastName, phone, killerQuestions, openQuestions } = contents.application;
  const cv = files.find(({ field }) => field === CV_FIELD);
  const others = files
    .filter(({ field }) => field !== CV_FIELD)
    .map((file) => ({ field: file.field, ...exported(file, state) }));
  const answers = [contents.fields, contents.voluntary].flatMap(answersIn);
  return {
    ...view,
    application: { firstName, lastName, phone, killerQuestions, openQuestions },
    cv: cv ? exported(cv, state) : null,
    ...(others.length > 0 && { files: others }),
    ...(answers.length > 0 && { answers }),
    ...(contents.source !== undefined && {
      source: sourceSchema.parse(JSON.parse(contents.source)),
    }),
  };
}

const exported = (file: StoredFile, state: ApplicationState): ExportedFile => ({
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  sha256: file.sha256,
  ...(lostFilesIn(state).includes(file.field) && { isDamaged: true }),
});

/** A list of answers as it was stored. */
export const answersIn = (list: string | undefined) =>
  list === undefined ? [] : answersSchema.parse(JSON.parse(list));

const sourceSchema = z.record(z.string(), z.string());

const consentSchema = z.object({ given: z.boolean(), text: z.string() });

const answersSchema = z.array(
  z.object({
    id: z.string(),
    value: z.union([z.string(), z.array(z.string()), z.boolean(), consentSchema]),
  }),
);

/**
 * The state after an operator's "send all": due now, and delivered when its turn comes. Undefined if
 * it is being sent, needs no sending, has lost a file, or is unconfirmed: an operator sends those one by one.
 */
export function queued(state: ApplicationState, now: number): Waiting | undefined {
  if (state.state === "waiting") return { ...state, nextAt: Math.min(state.nextAt, now) };
  if (state.state !== "failed" || !state.kept || state.reason === "file-lost") return undefined;
  const { positionUuid, record, kept } = state;
  // As when one is sent: a refusal is forgiven again.
  return { state: "waiting", positionUuid, record, ...kept, wasRefused: false, nextAt: now };
}

/** What an application still has, to be sent or looked at. */
function pendingOf(state: SentState) {
  if ("contents" in state) return state;
  return "kept" in state ? state.kept : undefined;
}

function dueAtOf(state: SentState): number | null {
  if (state.state === "waiting") return state.nextAt;
  return "keepUntil" in state ? state.keepUntil : null;
}
