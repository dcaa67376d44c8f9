import { companyLanguage, languageTag } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import type { PositionPage } from "../../platform/types";
import { logEvent } from "../../runtime/log.server";
import type { SubmitAnswer } from "../delivery/answers";
import {
  logNotHeld,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";
import type { Application, ApplyResult, FieldValues, HeldCv } from "../model/application";
import { HONEYPOT } from "../model/limits";
import { named, namesOf, type Receipt } from "../model/receipt";
import { phoneFault, visitorOf } from "../phone/guess.server";
import { enteredValues } from "./entered-values.server";
import { BodyTooLargeError } from "./multipart-reader.server";
import { isCorrection, receiveForm, type ReceivedForm } from "./receive.server";
import { submit, type Filled } from "./submit.server";
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
}

/** The result of a POST, and what is needed to show the form again. */
export interface Applied {
  result: ApplyResult;
  applicationId?: string | undefined;
  values: FieldValues;
  /** The CV that is sent if the candidate chooses no other. */
  heldCv?: HeldCv | undefined;
  /** The name of a file that came and could not be kept. */
  lostFileName?: string;
  /** The form is that of a refused application: what the platform said of it, or nothing more. */
  corrects?: string;
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
    () => true,
    () => false,
  );
  const form = await receiveForm(request, applications, {
    ...applying,
    mayStore: async () => mayApply && (await isThere) && applying.mayStore(),
    mayLook: async () => (await isThere) && applying.mayLook(),
  });
  const { application, cv, fault } = form;
  const position = await loading.catch(async (error: unknown) => {
    await applying.failPosition?.(error, form.values);
    throw error;
  });
  const language = companyLanguage(request, position.languageDefault);
  const t = messagesFor(language);
  const shown = {
    applicationId: application?.id ?? form.values.get("application_id"),
    values: enteredValues(form.values, position),
    ...(isCorrection(form.values) && { corrects: "" }),
  };
  if (fault) {
    const isBodyTooLarge = fault instanceof BodyTooLargeError;
    const result = isBodyTooLarge
      ? failed(t["refusal.too_large"], 413)
      : failed(t["error.form"], 400);
    return { result, ...shown, applicationId: form.values.get("application_id") };
  }
  const lost = "fileName" in cv && { lostFileName: cv.fileName };
  try {
    if (!mayApply && cv.state === "not-held") {
      return { result: failed(t["error.too_often"], 429), ...shown, ...lost };
    }
    if (!application || cv.state === "not-held") throw new Error("No object holds it");
    const received = { ...form, application, applications, position };
    if (!mayApply) {
      return { result: failed(t["error.too_often"], 429), ...shown, ...(await hold(received)) };
    }
    const checked = validateApplication(form.values, cv, { position, maxCvBytes, t });
    if (!checked.ok) {
      const isCvGone = cv.state === "gone" && { isCvGone: true as const };
      const { errors } = checked;
      if (errors.phone !== undefined) {
        const visitor = visitorOf(request, languageTag(language));
        errors.phone = phoneFault(shown.values.phone ?? "", position.country, visitor, t);
      }
      const result = { outcome: "invalid", errors, ...isCvGone } as const;
      return { result, ...shown, ...(await hold(received)) };
    }
    const filled = filledIn(form.values, checked.application, position);
    const { answer, by } = await submit(filled, { ...received, application: await form.open() });
    const { nextSteps, country } = position;
    const result = resultOf(answer, { ...filled, id: by.receiptId, nextSteps, country }, t);
    // The candidate must choose another CV.
    if (isTooLarge(answer)) await by.object.releaseCv();
    const isBack = result.outcome === "invalid" || result.outcome === "failed";
    if (!isBack) return { result, ...shown };
    const kept = isTooLarge(answer) ? undefined : await by.object.keptCv();
    return { result, ...shown, applicationId: by.id, heldCv: kept ?? (await by.object.heldCv()) };
  } catch (error) {
    logNotHeld(error);
    const result = failed(t["error.network"], 503);
    return { result, ...shown, ...lost };
  }
}

type Failure = Extract<ApplyResult, { outcome: "failed" }>;

const failed = (message: string, status: Failure["status"]): Failure => ({
  outcome: "failed",
  message,
  status,
});

interface Received extends ReceivedForm {
  application: ApplicationHandle;
  applications: Applications;
  position: PositionPage;
}

/**
 * Holds the CV of a form that is shown again. If the form's application was sent before, the CV moves
 * to a new application, whose id the form gets.
 */
async function hold({ application, cv, applications, position, values, mayHold }: Received) {
  if (!mayHold) return {};
  const { object } = application;
  const came = cv.state === "received" || cv.state === "held" ? cv.upload : undefined;
  const kept = isCorrection(values) ? await object.keptCv(came) : undefined;
  if (kept) return { heldCv: kept };
  if (cv.state !== "received") return { heldCv: await object.heldCv() };
  const heldCv = await object.holdCv(cv.upload);
  if (heldCv) return { heldCv };
  const other = await applications.open(undefined, position.positionUuid);
  const copy = await object.copyCv(cv.upload, other.receiptId);
  return {
    applicationId: other.id,
    heldCv: copy === undefined ? undefined : await other.object.holdCv(copy),
  };
}

/** What is delivered from a valid form. */
function filledIn(
  values: ReadonlyMap<string, string>,
  application: Application,
  position: PositionPage,
): Filled {
  return {
    clientUuid: position.clientUuid,
    ...namesOf(position),
    application,
    // The token of now: the one in a form that was open for a day may have expired.
    csrfToken: position.csrfToken ?? values.get("csrf_access_token"),
    recaptchaToken: values.get("recaptcha_token") ?? "",
    isSuspect: isSuspect(values),
    isCorrection: isCorrection(values),
  };
}

/** Whether the honeypot was filled in. The platform is told so; nobody is refused for it. */
function isSuspect(values: ReadonlyMap<string, string>): boolean {
  const isFilled = (values.get(HONEYPOT) ?? "") !== "";
  if (isFilled) logEvent("honeypot", {});
  return isFilled;
}

/** Of all that a form has, only the CV can be too large for a platform. */
const isTooLarge = (answer: SubmitAnswer) => answer.outcome === "refused" && answer.status === 413;

function resultOf(
  answer: SubmitAnswer,
  sent: Pick<Receipt, "id" | "company" | "positionTitle" | "nextSteps" | "country">,
  t: Messages,
): ApplyResult {
  switch (answer.outcome) {
    case "accepted":
      return {
        outcome: "applied",
        receipt: {
          ...named(answer.receipt, sent),
          nextSteps: sent.nextSteps,
          country: sent.country,
        },
      };
    case "already-applied":
      return { outcome: "already-applied" };
    case "refused":
      if (isTooLarge(answer)) {
        return { outcome: "invalid", errors: { cv: answer.message ?? t["error.cv_refused"] } };
      }
      return failed(answer.message ?? t["error.network"], 422);
    case "cv-gone":
      return { outcome: "invalid", errors: { cv: t["error.cv_gone"] }, isCvGone: true };
    case "unreachable":
    case "taken":
      return failed(t["error.network"], 503);
  }
}
