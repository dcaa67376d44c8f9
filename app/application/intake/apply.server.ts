import { companyLanguage, languageTag } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import { isPublished } from "../../platform/policy-blanks.mjs";
import type { PositionPage } from "../../platform/types";
import { logEvent } from "../../runtime/log.server";
import { logNotHeld, type Applications } from "../delivery/applications.server";
import { readAnswers, type ReadAnswers } from "../fields/answers";
import { formOrder, inOrder } from "../fields/order";
import { sentLabels } from "../fields/sent-labels";
import {
  heldOf,
  type Application,
  type ApplyResult,
  type FieldErrors,
  type FieldValues,
  type HeldCv,
  type HeldFile,
} from "../model/application";
import { fileFieldsOf } from "../model/file-fields";
import { CV_FIELD } from "../model/files";
import { sourceIn } from "../../source";
import { HONEYPOT } from "../model/limits";
import { namesOf, type SentLabel } from "../model/receipt";
import { phoneFault, visitorOf } from "../phone/guess.server";
import { failed, isTooLarge, resultOf } from "./apply-result.server";
import { enteredValues, writtenTexts } from "./entered-values.server";
import { BodyTooLargeError } from "./multipart-reader.server";
import { faultsOfFiles, nameOf } from "./file-faults.server";
import { hold, largestHeld } from "./hold-files.server";
import { isCorrection, receiveForm, type ReceivedForm } from "./receive.server";
import { filesIn, submit, type Filled } from "./submit.server";
import type { Ended } from "./submitted";
import { validateApplication } from "./validation.server";

/** A POST of the form, and what is needed to receive and check it. */
export interface Applying {
  request: Request;
  applications: Applications;
  /** The id in the address; without one, the id in the form's own field counts. */
  applicationId?: string | undefined;
  positionUuid: string;
  /** Reads the position; called once. */
  loadPosition: () => Promise<PositionPage>;
  /** Is told why the position could not be read, and what came with the form; it may throw something else. */
  failPosition?: (error: unknown, values: ReadonlyMap<string, string>) => Promise<never>;
  maxCvBytes: number;
  /** Whether this visitor may have another file stored. */
  mayStore: () => Promise<boolean>;
  /** Whether this visitor may look for another application that might not be there. */
  mayLook: () => boolean;
  /** Is called when one was looked for that is not there. */
  onMissing: () => void;
  /** Whether this visitor may send another form. */
  mayApply: boolean;
  /** Is told what has become of the form, if its position could be read. */
  onEnded?: (ended: Ended) => void;
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
  /** The form is that of a refused application: what the platform said of it, or nothing more. */
  corrects?: string | undefined;
}

/**
 * Takes an application in, sent with scripts or without: receives the form as a stream, checks it, and
 * submits it to the application's object, which delivers it to the platform. Nothing is stored of a form
 * that is one too many, or whose position is not there.
 *
 * @throws what `loadPosition` or `failPosition` throws
 */
export async function applyByPost(applying: Applying): Promise<Applied> {
  const { request, applications, maxCvBytes, mayApply } = applying;
  // The position is read while the form comes in; without it, the form's file is let go by.
  const loading = applying.loadPosition();
  const isThere = loading.then(
    ({ privacyPolicy }) => isPublished(privacyPolicy),
    () => false,
  );
  const form = await receiveForm(request, applications, {
    ...applying,
    fileFields: () =>
      loading.then(
        (position) => fileFieldsOf(position, maxCvBytes),
        () => fileFieldsOf(undefined, maxCvBytes),
      ),
    mayStore: async () => mayApply && (await isThere) && applying.mayStore(),
    mayLook: async () => (await isThere) && applying.mayLook(),
  });
  const position = await loading.catch(async (error: unknown) => {
    await applying.failPosition?.(error, whole(form));
    throw error;
  });
  let isHandedOver = false;
  const applied = await answerTo({ ...form, position }, applying, () => (isHandedOver = true));
  applying.onEnded?.({ result: applied.result, form, position, isHandedOver });
  return applied;
}

/** The answer to a form that came. @param handOver is called before it goes to the application's object */
async function answerTo(
  { position, ...form }: ReceivedForm & { position: PositionPage },
  { request, applications, maxCvBytes, mayApply }: Applying,
  handOver: () => void,
): Promise<Applied> {
  const { application, files, fault } = form;
  const cv = files.get(CV_FIELD) ?? ({ state: "none" } as const);
  const language = companyLanguage(request, position.languageDefault);
  const t = messagesFor(language);
  const shown = {
    applicationId: application?.id ?? form.values.get("application_id"),
    values: enteredValues(form.values, position),
    entered: Object.fromEntries(form.entered),
    ...(isCorrection(form.values) && { corrects: "" }),
  };
  if (fault) {
    const isBodyTooLarge = fault instanceof BodyTooLargeError;
    const result = isBodyTooLarge
      ? failed(t["refusal.too_large"], 413)
      : failed(t["error.form"], 400);
    return { result, ...shown, applicationId: form.values.get("application_id") };
  }
  const closed = whyClosed(position, t);
  if (closed !== undefined) {
    return { result: failed(closed, 422), ...shown, written: writtenTexts(whole(form), t) };
  }
  const lost = "fileName" in cv && { lostFileName: cv.fileName };
  try {
    const isLost = [...files.values()].some(({ state }) => state === "not-held");
    if (!mayApply && isLost) {
      return { result: failed(t["error.too_often"], 429), ...shown, ...lost };
    }
    if (!application || isLost) throw new Error("No object holds it");
    const received = { ...form, application, applications, position };
    if (!mayApply) {
      return { result: failed(t["error.too_often"], 429), ...shown, ...(await hold(received)) };
    }
    const checked = validateApplication(form.values, cv, { position, language });
    const words = { t, language: languageTag(language) };
    const fileErrors = faultsOfFiles(files, fileFieldsOf(position, maxCvBytes), words);
    const read = readAnswers(position.fields, form.entered, { ...position, language });
    const order = formOrder(position);
    const faults = { ...read.faults, ...fileErrors };
    if (!checked.ok || Object.keys(faults).length > 0) {
      const isCvGone = cv.state === "gone" && { isCvGone: true as const };
      const errors = inOrder({ ...(!checked.ok && checked.errors), ...faults }, order);
      if (errors.phone !== undefined) {
        const visitor = visitorOf(request, languageTag(language));
        errors.phone = phoneFault(shown.values.phone ?? "", position.country, visitor, t);
      }
      const result = { outcome: "invalid", errors, ...isCvGone } as const;
      return { result, ...shown, ...(await hold(received)) };
    }
    const labels = sentLabels(position, checked.application, read, filesIn(files));
    const filled = filledIn(form.values, checked.application, position, read, labels);
    handOver();
    const { answer, by } = await submit(filled, { ...received, application: await form.open() });
    const largest = isTooLarge(answer) ? await largestHeld(by) : CV_FIELD;
    const result = resultOf(answer, filled.record, { t, order, largest });
    const isBack = result.outcome === "invalid" || result.outcome === "failed";
    if (!isBack) return { result, ...shown };
    const refused = result.outcome === "invalid" ? refusedFiles(result.errors, position) : [];
    // The candidate must choose other files.
    for (const field of refused) await by.object.releaseFile(field);
    const kept = refused.length > 0 ? undefined : await by.object.filesToCorrect();
    const held = kept ?? (await by.object.heldFiles());
    return { result, ...shown, applicationId: by.id, ...heldOf(held) };
  } catch (error) {
    logNotHeld(error);
    const result = failed(t["error.network"], 503);
    return { result, ...shown, ...lost };
  }
}

/** Why the position's form is not shown any more: the candidate has one that was open since before. */
function whyClosed({ elsewhere, privacyPolicy }: PositionPage, t: Messages): string | undefined {
  if (!isPublished(privacyPolicy)) return t["form.opens_soon"];
  if (!elsewhere) return undefined;
  return elsewhere.href === undefined ? t["form.elsewhere_unknown"] : t["form.elsewhere"];
}

/** All that was entered, a text for each name. */
const whole = ({ values, entered }: ReceivedForm): ReadonlyMap<string, string> =>
  new Map([...values, ...[...entered].map(([name, texts]) => [name, texts.join(", ")] as const)]);

/** The fields whose files the platform refuses. */
const refusedFiles = (errors: FieldErrors, position: PositionPage): string[] =>
  [...fileFieldsOf(position, 0).keys()].filter((field) => errors[nameOf(field)] !== undefined);

/** The submission that a valid form makes. */
function filledIn(
  values: ReadonlyMap<string, string>,
  application: Application,
  position: PositionPage,
  { answers, voluntary }: ReadAnswers,
  labels: SentLabel[],
): Filled {
  const source = sourceIn(values);
  const takesSource = position.takes?.includes("source") && source.length > 0;
  return {
    contents: {
      clientUuid: position.clientUuid,
      application,
      ...(answers.length > 0 && { fields: answers }),
      ...(voluntary.length > 0 && { voluntary }),
      ...(takesSource && { source: Object.fromEntries(source) }),
      // The current token: the one in a form that was open for a day may have expired.
      csrfToken: position.csrfToken ?? values.get("csrf_access_token"),
      recaptchaToken: values.get("recaptcha_token") ?? "",
      ...(position.honoursKeys && { honoursKeys: true }),
      isSuspect: isSuspect(values),
    },
    record: { ...namesOf(position), labels },
    voluntaryFiles: position.fields.flatMap(({ id, kind, isVoluntary }) =>
      kind === "file" && isVoluntary ? id : [],
    ),
    isCorrection: isCorrection(values),
  };
}

/** Whether the honeypot was filled in. The platform is told so; nobody is refused for it. */
function isSuspect(values: ReadonlyMap<string, string>): boolean {
  const isFilled = (values.get(HONEYPOT) ?? "") !== "";
  if (isFilled) logEvent("honeypot", {});
  return isFilled;
}
