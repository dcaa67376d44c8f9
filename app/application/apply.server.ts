import type { Messages } from "../i18n/messages";
import type { PositionPage } from "../platform/types";
import type { ApplyResult, FieldName, FieldValues } from "./application";
import { createApplicationId, type Applications } from "./applications.server";
import { BodyTooLargeError, MalformedFormError } from "./multipart.server";
import { receiveForm, type ReceivedForm } from "./receive.server";
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
  applicationId?: string;
  values: FieldValues;
  /** Name of a file that came and is not held any more. */
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
  return {
    result: await apply({ form, position, applications, maxCvBytes, t }),
    applicationId: form.application.id,
    values: enteredValues(form.values),
    ...(form.cv.state === "received" ? { lostFileName: form.cv.fileName } : {}),
  };
}

interface Sending {
  form: ReceivedForm;
  position: PositionPage;
  applications: Applications;
  maxCvBytes: number;
  t: Messages;
}

async function apply(sending: Sending): Promise<ApplyResult> {
  const { form, position, applications, maxCvBytes, t } = sending;
  const { values, cv, application: sender } = form;
  const upload = cv.state === "received" ? cv.upload : undefined;
  const checked = validateApplication(values, cv, { position, maxCvBytes, t });
  if (!checked.ok) {
    if (upload !== undefined) await sender.object.discardCv(upload);
    return { outcome: "invalid", errors: checked.errors };
  }

  const delivery = {
    clientUuid: position.clientUuid,
    application: checked.application,
    // The token of the page as it is now: the one in a form that lay open for a day may have run out.
    csrfToken: position.csrfToken ?? values.get("csrf_access_token"),
    recaptchaToken: values.get("recaptcha_token") ?? "",
  };
  let { receipt } = sender;
  let answer = await sender.object.submit({ ...delivery, applicationId: sender.id, upload });
  if (answer.outcome === "taken") {
    // Two people at one kiosk, with the back button between them: both arrive.
    const other = await applications.open(createApplicationId(), position.positionUuid);
    const moved =
      upload === undefined ? undefined : await sender.object.moveCv(upload, other.receipt);
    receipt = other.receipt;
    answer = await other.object.submit({ ...delivery, applicationId: other.id, upload: moved });
  }

  switch (answer.outcome) {
    case "accepted":
      return { outcome: "applied", receipt };
    case "already-applied":
      return { outcome: "already-applied" };
    case "refused":
      return { outcome: "failed", message: answer.message ?? t["error.network"], status: 422 };
    case "unreachable":
    case "taken":
      return { outcome: "failed", message: t["error.network"], status: 503 };
  }
}

/** What a candidate entered, to fill the form with again. */
function enteredValues(values: ReadonlyMap<string, string>): FieldValues {
  return Object.fromEntries([...values].filter(([name]) => isFieldName(name)));
}

function isFieldName(name: string): name is FieldName {
  return /^(first_name|last_name|phone|privacy_policy|(open_)?question-\d+)$/.test(name);
}
