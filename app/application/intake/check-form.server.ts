import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import type { PositionPage } from "~/app/platform/types";
import { logEvent } from "~/app/runtime/log.server";
import { readSource } from "~/app/candidate-source";
import { readAnswers, type ReadAnswers } from "../fields/answers";
import { formOrder, sortErrors } from "../fields/order";
import { sentLabels } from "../fields/sent-labels";
import type { Application, FieldErrors } from "../model/application";
import { getFileFields } from "../model/file-fields";
import { HONEYPOT } from "../model/limits";
import { receiptNames, type SentLabel } from "../model/receipt";
import { fileErrors } from "./file-errors.server";
import { isCorrection, type ReceivedForm } from "./receive.server";
import { getFieldFiles, type FilledForm } from "./submit.server";
import { validateApplication } from "./validation.server";

interface Rules {
  /** Language of the messages. */
  language: Language;
  maxCvBytes: number;
}

/** Validates a form. @returns errors in form order, or the form to submit */
export function checkForm(
  { values, entered, files }: ReceivedForm,
  position: PositionPage,
  { language, maxCvBytes }: Rules,
): { errors: FieldErrors } | { filled: FilledForm } {
  const t = messagesFor(language);
  const checked = validateApplication(values, { position, language });
  const answers = readAnswers(position.fields, entered, { ...position, language });
  const errors: FieldErrors = {
    ...(!checked.ok && checked.errors),
    ...answers.errors,
    ...fileErrors(files, getFileFields(position, maxCvBytes), t, languageTag(language)),
  };
  if (checked.ok && Object.keys(errors).length === 0) {
    const labels = sentLabels(position, checked.application, answers, getFieldFiles(files));
    return {
      filled: createFilledForm(values, checked.application, position, answers, labels, language),
    };
  }
  return { errors: sortErrors(errors, formOrder(position)) };
}

function createFilledForm(
  values: ReadonlyMap<string, string>,
  application: Application,
  position: PositionPage,
  { answers, voluntary }: ReadAnswers,
  labels: SentLabel[],
  language: Language,
): FilledForm {
  const source = readSource(values);
  const acceptsSource = position.takes?.includes("source") && source.length > 0;
  return {
    contents: {
      clientUuid: position.clientUuid,
      application,
      ...(answers.length > 0 && { fields: answers }),
      ...(voluntary.length > 0 && { voluntary }),
      ...(acceptsSource && { source: Object.fromEntries(source) }),
      // Prefer the current token, because an old form's token may have expired.
      csrfToken: position.csrfToken ?? values.get("csrf_access_token"),
      pageLanguage: languageTag(language),
      recaptchaToken: values.get("recaptcha_token") ?? "",
      ...(position.honoursKeys && { honoursKeys: true }),
      isSuspect: isSuspect(values),
    },
    record: { ...receiptNames(position), labels },
    voluntaryFiles: position.fields.flatMap(({ id, kind, isVoluntary }) =>
      kind === "file" && isVoluntary ? id : [],
    ),
    isCorrection: isCorrection(values),
  };
}

/** Whether the honeypot was filled in. The platform gets the result as a hint. */
function isSuspect(values: ReadonlyMap<string, string>): boolean {
  const isFilled = (values.get(HONEYPOT) ?? "") !== "";
  if (isFilled) logEvent("honeypot", {});
  return isFilled;
}
