import type { Messages } from "../i18n/messages";
import type { PositionPage } from "../platform/types";
import type { ApplyResult, FieldErrors, FieldName, FieldValues, HeldCv } from "./application";
import { logNotHeld } from "./cv-upload.server";
import { BodyTooLargeError, MalformedFormError } from "./multipart.server";
import type { Delivery, SubmitAnswer } from "./object/application-object.server";
import type { ApplicationHandle, Applications } from "./object/applications.server";
import { receiveForm, type ReceivedCv, type ReceivedForm } from "./receive.server";
import { validateApplication } from "./validation.server";

interface Applying {
  request: Request;
  applications: Applications;
  /** The id that the address names; without one, the form's own field does. */
  applicationId?: string | undefined;
  positionUuid: string;
  /** Reads the position; asked only when the form has been received. */
  loadPosition: () => Promise<PositionPage>;
  maxCvBytes: number;
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
  const form = await receiveForm(request, applications, applying).catch((error: unknown) => {
    if (error instanceof MalformedFormError || error instanceof BodyTooLargeError) return error;
    throw error;
  });
  const position = await loadPosition();
  const t = texts(position);
  if (form instanceof Error) {
    const status = form instanceof BodyTooLargeError ? 413 : 400;
    const result = { outcome: "failed", message: t["error.form"], status } as const;
    return { result, values: {} };
  }
  const { values, cv, application } = form;
  const entered = enteredValues(values);
  try {
    if (!application || cv.state === "not-held") throw new Error("No object holds it");
    const result = await apply({ form, application, position, applications, maxCvBytes, t });
    const heldCv = needsForm(result) ? await application.object.heldCv() : undefined;
    return { result, applicationId: application.id, heldCv, values: entered };
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

async function apply(sending: Sending): Promise<ApplyResult> {
  const { form, application, position, maxCvBytes, t } = sending;
  const { values, cv } = form;
  const upload = uploadOf(cv);
  const checked = validateApplication(values, cv, { position, maxCvBytes, t });
  if (!checked.ok) {
    if (upload !== undefined) await application.object.holdCv(upload);
    return { outcome: "invalid", errors: checked.errors };
  }

  const answer = await submit(sending, {
    clientUuid: position.clientUuid,
    company: {
      name: position.companyName,
      code: position.clientCode,
      uuid: position.clientUuid,
      language: position.languageDefault,
    },
    positionTitle: position.title,
    application: checked.application,
    // The token of the page as it is now: the one in a form that lay open for a day may have run out.
    csrfToken: position.csrfToken ?? values.get("csrf_access_token"),
    recaptchaToken: values.get("recaptcha_token") ?? "",
  });
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

async function submit(
  { application, applications, position, form }: Sending,
  delivery: Omit<Delivery, "applicationId" | "receiptId" | "upload">,
): Promise<SubmitAnswer> {
  const upload = uploadOf(form.cv);
  const { id: applicationId, receiptId } = application;
  const answer = await application.object.submit({ ...delivery, applicationId, receiptId, upload });
  if (answer.outcome !== "taken") return answer;
  // Two people at one kiosk, with the back button between them: both arrive.
  const other = await applications.open(answer.successor, position.positionUuid);
  const copy =
    upload === undefined ? undefined : await application.object.copyCv(upload, other.receiptId);
  if (upload !== undefined && copy === undefined) return { outcome: "cv-gone" };
  return other.object.submit({
    ...delivery,
    applicationId: other.id,
    receiptId: other.receiptId,
    upload: copy,
  });
}

const uploadOf = (cv: ReceivedCv) =>
  cv.state === "received" || cv.state === "held" ? cv.upload : undefined;

/** Whether the form is to be shown again. */
const needsForm = ({ outcome }: ApplyResult) => outcome === "invalid" || outcome === "failed";

/** What a candidate entered, to fill the form with again. */
function enteredValues(values: ReadonlyMap<string, string>): FieldValues {
  return Object.fromEntries([...values].filter(([name]) => isFieldName(name)));
}

function isFieldName(name: string): name is FieldName {
  return /^(first_name|last_name|phone|privacy_policy|(open_)?question-\d+)$/.test(name);
}
