import { companyLanguage, type Language, type Languages } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import { PlatformError } from "~/app/platform/errors";
import type { PositionPage } from "~/app/platform/types";
import { logHoldFailure, type Applications } from "../delivery/applications.server";
import { formOrder } from "../fields/order";
import {
  groupHeldFiles,
  type ApplyResult,
  type FieldErrors,
  type FieldValues,
  type HeldUpload,
  type HeldFile,
} from "../model/application";
import { getFileFields } from "../model/file-fields";
import { CV_FIELD } from "../model/files";
import { createFailure, isClosed, isTooLarge, toApplyResult } from "./apply-result.server";
import { checkForm } from "./check-form.server";
import { enteredValues, writtenTexts } from "./entered-values.server";
import { BodyTooLargeError } from "./multipart-reader.server";
import { fileFieldName } from "./file-errors.server";
import { holdFiles, findLargestFile, type Received } from "./hold-files.server";
import { findForFiles, loadForForm, type FormLoads, type FormRead } from "./load-for-form.server";
import { isCorrection, receiveForm, type ReceivedForm } from "./receive.server";
import { submit } from "./submit.server";
import type { FinishedForm } from "./submitted.server";

export interface ApplyOptions {
  request: Request;
  applications: Applications;
  /** The application id in the URL. If it is missing, the form's `application_id` field is used. */
  applicationId?: string | undefined;
  positionUuid: string;
  loads: FormLoads;
  /** How long a received form waits for the platform if an old copy of its position is available, in ms. */
  waitMs: number | undefined;
  /** Called with the form's values if the position cannot be read or has closed. Throws an error for the response. */
  failPosition?: (error: unknown, values: ReadonlyMap<string, string>) => Promise<never>;
  languages: Languages;
  maxCvBytes: number;
  /** Whether this client may store another file. */
  mayStore: () => Promise<boolean>;
  /** Whether this client may look up another application. */
  mayLookUp: () => boolean;
  /** Called if the lookup finds no application. */
  onMissing: () => void;
  /** Whether this client may send another form. */
  mayApply: boolean;
  onEnded?: (ended: FinishedForm) => void;
}

/** The result of a POST, with the data to render the form again. */
export interface Applied {
  result: ApplyResult;
  applicationId?: string | undefined;
  values: FieldValues;
  /** Values of the position's own fields. */
  entered?: Record<string, readonly string[]> | undefined;
  heldCv?: HeldUpload | undefined;
  /** Held files other than the CV. */
  heldFiles?: HeldFile[] | undefined;
  /** Name of an uploaded CV that could not be stored. */
  lostFileName?: string | undefined;
  /** The candidate's texts, if the position does not accept forms. */
  written?: ReturnType<typeof writtenTexts> | undefined;
  /** An empty string if the form corrects a returned application. */
  corrects?: string | undefined;
}

/**
 * Handles a posted form: receives it as a stream, validates it, and submits it to the application's object.
 * Stores nothing if the position cannot be read. If the platform does not respond in time, but a copy of the
 * position is available, the application is stored and delivered later.
 * @throws the error of `loads`, `failPosition` or the request's stream
 */
export async function applyByPost(applying: ApplyOptions): Promise<Applied> {
  const { request, applications, positionUuid, maxCvBytes, mayApply } = applying;
  let onArrived: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    onArrived = resolve;
  });
  // Read the position while the form arrives. Without a position, the form's files are dropped.
  const loading = loadForForm(positionUuid, applying, arrived);
  const available = findForFiles(positionUuid, applying, loading);
  const isOpen = available.then((position) => !!position && !position.opensSoon);
  const form = await receiveForm(request, applications, {
    ...applying,
    onArrived,
    fileFields: async () => getFileFields(await available, maxCvBytes),
    mayStore: async () => mayApply && (await isOpen) && applying.mayStore(),
    mayLookUp: async () => (await isOpen) && applying.mayLookUp(),
  });
  const read = await loading.catch(async (error: unknown) => {
    await applying.failPosition?.(error, allTexts(form));
    throw error;
  });
  const position = read.value;
  let isSubmitted = false;
  const applied = await processForm(form, read, applying, () => (isSubmitted = true));
  const { result } = applied;
  applying.onEnded?.({ result, form, position, isSubmitted });
  if (result.outcome === "failed" && result.status === 410) {
    await applying.failPosition?.(closedError(position), allTexts(form));
  }
  return applied;
}

/** Validates and submits a form. @param onSubmit called before the form is submitted */
async function processForm(
  form: ReceivedForm,
  { value: position, isLate }: FormRead,
  options: ApplyOptions,
  onSubmit: () => void,
): Promise<Applied> {
  const { application, files, values, error } = form;
  const { applications, mayApply } = options;
  const company = { ...position, code: position.clientCode, uuid: position.clientUuid };
  const language = companyLanguage(options.request, company, options.languages);
  const t = messagesFor(language);
  const shown = {
    applicationId: application?.id ?? values.get("application_id"),
    values: enteredValues(values, position),
    entered: Object.fromEntries(form.entered),
    corrects: isCorrection(values) ? "" : undefined,
  };
  if (error) {
    const isTooLarge = error instanceof BodyTooLargeError;
    const result = isTooLarge
      ? createFailure(t["refusal.too_large"], 413)
      : createFailure(t["error.form"], 400);
    return { result, ...shown, applicationId: values.get("application_id") };
  }
  const closed = closedMessage(position, t);
  if (closed !== undefined) {
    const written = writtenTexts(allTexts(form), t);
    return { result: createFailure(closed, 422), ...shown, written };
  }
  const cv = files.get(CV_FIELD);
  const lostFileName = cv?.state === "not-held" ? cv.fileName : undefined;
  const rateLimited = createFailure(t["error.too_often"], 429);
  const isLost = [...files.values()].some(({ state }) => state === "not-held");
  const fail = (reason: unknown): Applied => {
    logHoldFailure(reason);
    return { result: createFailure(t["error.network"], 503), ...shown, lostFileName };
  };
  if (!mayApply && isLost) return { result: rateLimited, ...shown, lostFileName };
  if (!application || isLost)
    return fail(new Error("The form's application or a file could not be stored"));
  const received = { ...form, application, applications, position };
  try {
    if (!mayApply) return { result: rateLimited, ...shown, ...(await holdFiles(received)) };
    const submitting = { options, isLate, language, t, onSubmit };
    return { ...shown, ...(await submitReceived(received, submitting)) };
  } catch (reason) {
    return fail(reason);
  }
}

interface Submitting {
  options: ApplyOptions;
  isLate: FormRead["isLate"];
  language: Language;
  t: Messages;
  onSubmit: () => void;
}

async function submitReceived(
  received: Received,
  { options, isLate, language, t, onSubmit }: Submitting,
): Promise<Omit<Applied, "values">> {
  const { position, files } = received;
  const checked = checkForm(received, position, { language, maxCvBytes: options.maxCvBytes });
  if ("errors" in checked) {
    const isCvGone = files.get(CV_FIELD)?.state === "gone" && { isCvGone: true as const };
    const result = { outcome: "invalid", errors: checked.errors, ...isCvGone } as const;
    return { result, ...(await holdFiles(received)) };
  }
  const filled = { ...checked.filled, ...(isLate && { isLeftToAlarm: isLate }) };
  onSubmit();
  const { answer, by } = await submit(filled, { ...received, application: await received.open() });
  if (isClosed(answer)) {
    // Without `failPosition`, the browser then sends the plain form, which can name these files.
    if (options.failPosition)
      for (const { field } of await by.object.heldFiles()) await by.object.discardFile(field);
    return { result: createFailure(t["screen.position_closed_text"], 410) };
  }
  const largest = isTooLarge(answer) ? await findLargestFile(by) : CV_FIELD;
  const result = toApplyResult(answer, { t, order: formOrder(position), largest });
  const isReturned = result.outcome === "invalid" || result.outcome === "failed";
  if (!isReturned) return { result };
  const refused = result.outcome === "invalid" ? findRefusedFiles(result.errors, position) : [];
  // Delete held files with errors, because the candidate must choose other files.
  for (const field of refused) await by.object.discardFile(field);
  const correctable = refused.length > 0 ? undefined : await by.object.filesToCorrect();
  const held = correctable ?? (await by.object.heldFiles());
  return { result, applicationId: by.id, ...groupHeldFiles(held) };
}

/** Creates the error for a position that the platform has closed since it was read. */
const closedError = ({ clientUuid, title: name, location, contractType }: PositionPage) =>
  new PlatformError({
    kind: "closed",
    message: "The position closed while a form was being sent",
    clientUuid,
    position: { name, location, contractType },
  });

/** Returns a message if the position does not accept forms. The candidate's page may be outdated. */
function closedMessage({ elsewhere, opensSoon }: PositionPage, t: Messages): string | undefined {
  if (opensSoon) return t["form.opens_soon"];
  if (!elsewhere) return undefined;
  return elsewhere.href === undefined ? t["form.elsewhere_unknown"] : t["form.elsewhere"];
}

/** Returns the entered values, joined into one string per field. */
const allTexts = ({ values, entered }: ReceivedForm): ReadonlyMap<string, string> =>
  new Map([...values, ...[...entered].map(([name, texts]) => [name, texts.join(", ")] as const)]);

const findRefusedFiles = (errors: FieldErrors, position: PositionPage): string[] =>
  [...getFileFields(position, 0).keys()].filter(
    (field) => errors[fileFieldName(field)] !== undefined,
  );
