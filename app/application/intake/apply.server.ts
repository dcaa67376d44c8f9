import { companyLanguage } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import { isPublished } from "../../platform/policy-blanks.mjs";
import type { PositionPage } from "../../platform/types";
import { logHoldFailure, type Applications } from "../delivery/applications.server";
import { formOrder } from "../fields/order";
import {
  groupHeldFiles,
  type ApplyResult,
  type FieldErrors,
  type FieldValues,
  type HeldCv,
  type HeldFile,
} from "../model/application";
import { getFileFields } from "../model/file-fields";
import { CV_FIELD } from "../model/files";
import { createFailure, isTooLarge, toApplyResult } from "./apply-result.server";
import { checkForm } from "./check-form.server";
import { enteredValues, writtenTexts } from "./entered-values.server";
import { BodyTooLargeError } from "./multipart-reader.server";
import { fileFieldName } from "./file-errors.server";
import { holdFiles, findLargestFile } from "./hold-files.server";
import { isCorrection, receiveForm, type ReceivedForm } from "./receive.server";
import { submit } from "./submit.server";
import type { FinishedForm } from "./submitted";

/** A POST of the form, and what is needed to receive and check it. */
export interface ApplyOptions {
  request: Request;
  applications: Applications;
  /** The id in the address; without one, the id in the form's own field counts. */
  applicationId?: string | undefined;
  positionUuid: string;
  /** Reads the position; called once. */
  loadPosition: () => Promise<PositionPage>;
  /** Receives the error of the position and the form's texts; may throw another error. */
  failPosition?: (error: unknown, values: ReadonlyMap<string, string>) => Promise<never>;
  maxCvBytes: number;
  /** Whether this visitor may have another file stored. */
  mayStore: () => Promise<boolean>;
  /** Whether this visitor may look for another application that may not exist. */
  mayLook: () => boolean;
  /** Called when it does not exist. */
  onMissing: () => void;
  /** Whether this visitor may send another form. */
  mayApply: boolean;
  /** Receives the result, if the position could be read. */
  onEnded?: (ended: FinishedForm) => void;
}

/** The result of a POST, and what is needed to show the form again. */
export interface Applied {
  result: ApplyResult;
  applicationId?: string | undefined;
  values: FieldValues;
  /** What was entered into the position's own fields. */
  entered?: Record<string, readonly string[]> | undefined;
  /** The CV that is sent if the candidate chooses no other. */
  heldCv?: HeldCv | undefined;
  /** The same of the other fields that take files, if there are any. */
  heldFiles?: HeldFile[] | undefined;
  /** The name of a CV that came and could not be kept. */
  lostFileName?: string | undefined;
  /** What was written into a form that the position does not take any more. */
  written?: ReturnType<typeof writtenTexts> | undefined;
  /** The form corrects a refused application: the platform's message, or an empty text. */
  corrects?: string | undefined;
}

/**
 * Takes an application in, sent with scripts or without: receives the form as a stream, checks it, and
 * submits it to the application's object, which delivers it to the platform. Nothing is stored of a form
 * over the limit, or without a position.
 *
 * @throws what `loadPosition` or `failPosition` throws
 */
export async function applyByPost(applying: ApplyOptions): Promise<Applied> {
  const { request, applications, maxCvBytes, mayApply } = applying;
  // The position is read while the form comes in. Without one, the files of the form are dropped.
  const loading = applying.loadPosition();
  const known = loading.catch(() => undefined);
  const isOpen = known.then((position) => !!position && isPublished(position.privacyPolicy));
  const form = await receiveForm(request, applications, {
    ...applying,
    fileFields: async () => getFileFields(await known, maxCvBytes),
    mayStore: async () => mayApply && (await isOpen) && applying.mayStore(),
    mayLook: async () => (await isOpen) && applying.mayLook(),
  });
  const position = await loading.catch(async (error: unknown) => {
    await applying.failPosition?.(error, allTexts(form));
    throw error;
  });
  let isSubmitted = false;
  const applied = await processForm(form, position, applying, () => (isSubmitted = true));
  applying.onEnded?.({ result: applied.result, form, position, isSubmitted });
  return applied;
}

/** The answer to a form. @param onSubmit is called before it goes to the application's object */
async function processForm(
  form: ReceivedForm,
  position: PositionPage,
  { request, applications, maxCvBytes, mayApply }: ApplyOptions,
  onSubmit: () => void,
): Promise<Applied> {
  const { application, files, values, error } = form;
  const language = companyLanguage(request, position.languageDefault);
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
    return {
      result: createFailure(closed, 422),
      ...shown,
      written: writtenTexts(allTexts(form), t),
    };
  }
  const cv = files.get(CV_FIELD);
  const lostFileName = cv?.state === "not-held" ? cv.fileName : undefined;
  const tooOften = createFailure(t["error.too_often"], 429);
  try {
    const isLost = [...files.values()].some(({ state }) => state === "not-held");
    if (!mayApply && isLost) return { result: tooOften, ...shown, lostFileName };
    if (!application || isLost) throw new Error("No object holds it");
    const received = { ...form, application, applications, position };
    if (!mayApply) return { result: tooOften, ...shown, ...(await holdFiles(received)) };

    const checked = checkForm(form, position, { language, maxCvBytes });
    if ("errors" in checked) {
      const isCvGone = cv?.state === "gone" && { isCvGone: true as const };
      const result = { outcome: "invalid", errors: checked.errors, ...isCvGone } as const;
      return { result, ...shown, ...(await holdFiles(received)) };
    }
    const { filled } = checked;
    onSubmit();
    const { answer, by } = await submit(filled, { ...received, application: await form.open() });
    const largest = isTooLarge(answer) ? await findLargestFile(by) : CV_FIELD;
    const result = toApplyResult(answer, filled.record, { t, order: formOrder(position), largest });
    const isBack = result.outcome === "invalid" || result.outcome === "failed";
    if (!isBack) return { result, ...shown };
    const refused = result.outcome === "invalid" ? findRefusedFiles(result.errors, position) : [];
    // The candidate must choose other files.
    for (const field of refused) await by.object.discardFile(field);
    const kept = refused.length > 0 ? undefined : await by.object.filesToCorrect();
    const held = kept ?? (await by.object.heldFiles());
    return { result, ...shown, applicationId: by.id, ...groupHeldFiles(held) };
  } catch (error) {
    logHoldFailure(error);
    return { result: createFailure(t["error.network"], 503), ...shown, lostFileName };
  }
}

/** Why the position's form is not shown any more: the candidate has one that was open since before. */
function closedMessage(
  { elsewhere, privacyPolicy }: PositionPage,
  t: Messages,
): string | undefined {
  if (!isPublished(privacyPolicy)) return t["form.opens_soon"];
  if (!elsewhere) return undefined;
  return elsewhere.href === undefined ? t["form.elsewhere_unknown"] : t["form.elsewhere"];
}

/** All that was entered, a text for each name. */
const allTexts = ({ values, entered }: ReceivedForm): ReadonlyMap<string, string> =>
  new Map([...values, ...[...entered].map(([name, texts]) => [name, texts.join(", ")] as const)]);

/** The fields whose files the platform refuses. */
const findRefusedFiles = (errors: FieldErrors, position: PositionPage): string[] =>
  [...getFileFields(position, 0).keys()].filter(
    (field) => errors[fileFieldName(field)] !== undefined,
  );
