import { CV_FIELD } from "../model/files";
import { receiptNumber } from "../model/receipt";
import { isUnsent, getLostFiles, nextDueTime, getPending, findReason } from "./state";
import type { ApplicationState, SentState } from "./state";

/** Creates an operator's view, with times in ms since 1970. @returns undefined for an unsent form */
export function createOperatorView(state: ApplicationState) {
  if (isUnsent(state)) return undefined;
  const { positionUuid, record } = state;
  const pending = getPending(state);
  return {
    number: receiptNumber(record.receiptId),
    receiptId: record.receiptId,
    state: state.state as SentState["state"] | "lost" | "unreadable",
    reason: findReason(state),
    company: { name: record.company.name, uuid: record.company.uuid },
    position: { title: record.positionTitle, uuid: positionUuid },
    sentAt: record.sentAt,
    attempts: pending?.attempts ?? null,
    lastStatus: pending?.lastStatus ?? null,
    /** The platform's refusal message, which can contain the candidate's input. */
    message: pending?.message ?? null,
    dueAt: pending ? nextDueTime(state) : null,
    hasContents: pending !== undefined,
  };
}

export type OperatorView = NonNullable<ReturnType<typeof createOperatorView>>;

interface StoredFile {
  field: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** Exports the candidate's application. @returns undefined if no contents are stored */
export function exportContents(state: ApplicationState, files: readonly StoredFile[]) {
  const view = createOperatorView(state);
  const contents = getPending(state)?.contents;
  if (!view || !contents) return undefined;
  const lost = getLostFiles(state);
  const exportFile = ({ field, name, contentType, size, sha256 }: StoredFile) => ({
    name,
    contentType,
    size,
    sha256,
    ...(lost.includes(field) && { isDamaged: true }),
  });
  const [cv] = files.filter(({ field }) => field === CV_FIELD).map(exportFile);
  const others = files.filter(({ field }) => field !== CV_FIELD);
  const { application, fields = [], voluntary = [], source } = contents;
  return {
    ...view,
    application,
    cv: cv ?? null,
    ...(others.length > 0 && {
      files: others.map((file) => ({ field: file.field, ...exportFile(file) })),
    }),
    ...(fields.length + voluntary.length > 0 && { answers: [...fields, ...voluntary] }),
    ...(source && { source }),
  };
}
