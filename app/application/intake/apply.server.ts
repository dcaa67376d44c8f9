import { logEvent } from "../../runtime/log.server";
import type { Messages } from "../../i18n/messages";
import type { PositionPage } from "../../platform/types";
import type {
  Application,
  ApplyResult,
  FieldErrors,
  FieldValues,
  HeldCv,
} from "../model/application";
import { BodyTooLargeError } from "./multipart-reader.server";
import type { Delivery, SubmitAnswer } from "../delivery/application-object.server";
import {
  logNotHeld,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";
import { HONEYPOT } from "../model/limits";
import { receiveForm, type ReceivedCv, type ReceivedForm } from "./receive.server";
import { chosenOf, validateApplication } from "./validation.server";

interface Applying {
  request: Request;
  applications: Applications;
  /** The id that the address names; without one, the form's own field does. */
  applicationId?: string | undefined;
  positionUuid: string;
  /** Reads the position; asked only when the form has been received. */
  loadPosition: () => Promise<PositionPage>;
  maxCvBytes: number;
  /** Whether this visitor may have another file stored. */
  mayStore: () => Promise<boolean>;
  /** Whether this visitor may send another form for it. */
  mayApply: (positionUuid: string) => Promise<boolean>;
  /** The texts in the language of the position's page. */
  texts: (position: PositionPage) => Messages;
}

/** What came of a POST, and what is needed to show the form again. */
export interface Applied {
  result: ApplyResult;
  applicationId?: string | undefined;
  values: FieldValues;
  /** The CV that is sent when no other is chosen. */
  heldCv?: HeldCv | undefined;
  /** Name of a file that came and could not be kept. */
  lostFileName?: string;
}

/**
 * Where every application ends, sent with or without scripts: received as a stream, checked, then
 * handed to the platform by its own object.
 */
export async function applyByPost(applying: Applying): Promise<Applied> {
  const { request, applications, loadPosition, maxCvBytes, texts } = applying;
  const form = await receiveForm(request, applications, applying);
  const position = await loadPosition();
  const t = texts(position);
  const { values, cv, application, fault } = form;
  const entered = enteredValues(values, position);
  if (fault) {
    const status = fault instanceof BodyTooLargeError ? 413 : 400;
    const message = t[status === 413 ? "refusal.too_large" : "error.form"];
    const applicationId = values.get("application_id");
    return { result: { outcome: "failed", message, status }, applicationId, values: entered };
  }
  try {
    if (!application || cv.state === "not-held") throw new Error("No object holds it");
    const sending = { form, application, position, applications, maxCvBytes, t };
    const { result, held } = (await applying.mayApply(position.positionUuid))
      ? await apply(sending)
      : await putOff(sending);
    return { result, applicationId: application.id, ...held, values: entered };
  } catch (error) {
    logNotHeld(error);
    return {
      result: { outcome: "failed", message: t["error.network"], status: 503 },
      applicationId: application?.id ?? values.get("application_id"),
      ...("fileName" in cv ? { lostFileName: cv.fileName } : {}),
      values: entered,
    };
  }
}

interface Sending {
  form: ReceivedForm;
  application: ApplicationHandle;
  position: PositionPage;
  applications: Applications;
  maxCvBytes: number;
  t: Messages;
}

/** What came of it, and for a form that is to be shown again the CV that is held for it. */
async function apply(sending: Sending): Promise<{ result: ApplyResult; held?: Held }> {
  const { form, position, maxCvBytes, t } = sending;
  const checked = validateApplication(form.values, form.cv, { position, maxCvBytes, t });
  if (!checked.ok) {
    const result: ApplyResult = { outcome: "invalid", errors: checked.errors };
    return { result, held: await hold(sending) };
  }
  const { result, by } = await send(sending, checked.application);
  const isBack = result.outcome === "invalid" || result.outcome === "failed";
  return isBack
    ? { result, held: { applicationId: by.id, heldCv: await by.object.heldCv() } }
    : { result };
}

/** Too many came from there just now: the form is back as it was, for a minute later. */
async function putOff(sending: Sending): Promise<{ result: ApplyResult; held: Held }> {
  const message = sending.t["error.too_often"];
  return { result: { outcome: "failed", message, status: 429 }, held: await hold(sending) };
}

/** The CV that is held for a form, and the application that holds it. */
interface Held {
  applicationId?: string;
  heldCv: HeldCv | undefined;
}

/** Holds the CV of a form that is not right: with what was sent before, under a new id. */
async function hold({ form, application, applications, position }: Sending): Promise<Held> {
  const { object } = application;
  if (form.cv.state !== "received") return { heldCv: await object.heldCv() };
  const heldCv = await object.holdCv(form.cv.upload);
  if (heldCv) return { heldCv };
  const other = await applications.open(undefined, position.positionUuid);
  const copy = await object.copyCv(form.cv.upload, other.receiptId);
  return {
    applicationId: other.id,
    heldCv: copy === undefined ? undefined : await other.object.holdCv(copy),
  };
}

/** What came of sending it, and by which application it was sent. */
async function send(sending: Sending, application: Application) {
  const { form, position, t } = sending;
  const { values } = form;
  const { answer, by } = await submit(sending, {
    clientUuid: position.clientUuid,
    company: {
      name: position.companyName,
      code: position.clientCode,
      uuid: position.clientUuid,
      language: position.languageDefault,
    },
    positionTitle: position.title,
    application,
    // The token of the page as it is now: the one in a form that lay open for a day may have run out.
    csrfToken: position.csrfToken ?? values.get("csrf_access_token"),
    recaptchaToken: values.get("recaptcha_token") ?? "",
    isSuspect: isSuspect(values),
  });
  return { result: resultOf(answer, t), by };
}

/** Whether the field that no person meets was filled in. It is told to the platform, and refuses nobody. */
function isSuspect(values: ReadonlyMap<string, string>): boolean {
  const isFilled = (values.get(HONEYPOT) ?? "") !== "";
  if (isFilled) logEvent("honeypot", {});
  return isFilled;
}

function resultOf(answer: SubmitAnswer, t: Messages): ApplyResult {
  switch (answer.outcome) {
    case "accepted":
      return { outcome: "applied", receipt: answer.receipt };
    case "already-applied":
      return { outcome: "already-applied" };
    case "refused":
      return { outcome: "failed", message: answer.message ?? t["error.network"], status: 422 };
    case "cv-gone":
      return { outcome: "invalid", errors: { cv: t["error.cv_gone"] } satisfies FieldErrors };
    case "unreachable":
    case "taken":
      return { outcome: "failed", message: t["error.network"], status: 503 };
  }
}

type Unaddressed = Omit<Delivery, "applicationId" | "receiptId" | "upload">;

interface Submitted {
  answer: SubmitAnswer;
  by: ApplicationHandle;
}

async function submit(sending: Sending, delivery: Unaddressed): Promise<Submitted> {
  const { cv } = sending.form;
  const submitted = await submitWith(uploadOf(cv), sending, delivery);
  const isGone = submitted.answer.outcome === "cv-gone";
  const countsOnNone = cv.state === "held" && !cv.isNamed && !sending.position.isCvRequired;
  return isGone && countsOnNone ? submitWith(undefined, sending, delivery) : submitted;
}

async function submitWith(
  upload: number | undefined,
  { application, applications, position }: Sending,
  delivery: Unaddressed,
): Promise<Submitted> {
  const { id: applicationId, receiptId } = application;
  const whole = { ...delivery, applicationId, receiptId, upload };
  const answer = await application.object.submit(whole).catch(async (error: unknown) => {
    // The object was moved or renewed in the middle. What it was told it knows, and repeats.
    logNotHeld(error);
    const again = await applications.open(applicationId, position.positionUuid);
    return again.object.submit(whole);
  });
  if (answer.outcome !== "taken") return { answer, by: application };
  // Two people at one kiosk, with the back button between them: both arrive.
  const other = await applications.open(answer.successor, position.positionUuid);
  const copy =
    upload === undefined ? undefined : await application.object.copyCv(upload, other.receiptId);
  if (upload !== undefined && copy === undefined) {
    return { answer: { outcome: "cv-gone" }, by: other };
  }
  const renamed = { applicationId: other.id, receiptId: other.receiptId, upload: copy };
  return { answer: await other.object.submit({ ...delivery, ...renamed }), by: other };
}

const uploadOf = (cv: ReceivedCv) =>
  cv.state === "received" || cv.state === "held" ? cv.upload : undefined;

/** What a candidate entered, to fill the form with again. */
function enteredValues(
  values: ReadonlyMap<string, string>,
  { killerQuestions, openQuestions }: PositionPage,
): FieldValues {
  const chosen = killerQuestions.flatMap(({ answers }, index) => {
    const name = `question-${index}`;
    return [[name, chosenOf(answers, values.get(name) ?? "")]];
  });
  const entered = [...values].filter(([name]) => isShownAgain(name, openQuestions.length));
  return Object.fromEntries([...entered, ...chosen]) as FieldValues; // by the names just looked at
}

/** Whether a field is shown again as it was; answers to killer questions are looked up. */
function isShownAgain(name: string, openQuestions: number): boolean {
  const open = /^open_question-(\d+)$/.exec(name)?.[1];
  if (open !== undefined) return Number(open) < openQuestions;
  return /^(first_name|last_name|phone|privacy_policy)$/.test(name);
}
