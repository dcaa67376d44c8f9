import { MAX_NAME, MAX_OPEN_ANSWER } from "~/contract/limits";
import type { Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import type { PositionPage } from "~/app/platform/types";
import { matchOption } from "../fields/choice";
import type { ReadResult } from "../fields/read-result";
import { errorText, MISSING, RULES } from "../fields/rules";
import { isInvisible } from "../fields/invisible";
import { singleLine } from "../fields/text";
import type { Application, FieldErrors, FieldName } from "../model/application";
import { phoneCountry } from "../phone/country";
import { hasSeveralOnServer, readPhoneOnServer } from "../phone/parse-phone.server";

type Validated = { ok: true; application: Application } | { ok: false; errors: FieldErrors };

/** The properties of a position that `validateApplication` uses. */
export type FormPosition = Pick<PositionPage, "country" | "killerQuestions" | "openQuestions"> & {
  standard?: Partial<PositionPage["standard"]>;
};

interface Rules {
  position: FormPosition;
  /** Language of the messages. */
  language: Language;
}

/**
 * Validates a form, except its CV and the position's own fields.
 * @returns the application, or a message for each invalid field in form order
 */
export function validateApplication(
  values: ReadonlyMap<string, string>,
  { position, language }: Rules,
): Validated {
  const t = messagesFor(language);
  const errors: FieldErrors = {};
  const entered = (field: FieldName) => values.get(field) ?? "";
  const read = <T>(field: FieldName, result: ReadResult<T>, max?: number): T | undefined => {
    if ("value" in result) return result.value;
    errors[field] = errorText(t[result.error], { max }, language);
    return undefined;
  };
  const readText = (field: FieldName, kind: keyof typeof RULES, max: number) => {
    const text = entered(field);
    const result = isInvisible(text)
      ? { error: MISSING[kind] }
      : RULES[kind](text, { max }, language);
    return read(field, result, max);
  };

  const firstName = readText("first_name", "first_name", MAX_NAME);
  const lastName = readText("last_name", "last_name", MAX_NAME);
  const { phone: phoneMode } = position.standard ?? {};
  const isNumber =
    phoneMode !== "off" && (phoneMode !== "optional" || singleLine(entered("phone")) !== "");
  const phone = isNumber ? read("phone", readPhone(entered("phone"), position.country)) : "";
  const killerQuestions = position.killerQuestions.map(({ text, answers }, index) => ({
    question: text,
    answer: read(`question-${index}`, readOption(answers, entered(`question-${index}`))) ?? "",
  }));
  const openQuestions = position.openQuestions.map((question, index) => ({
    question,
    answer: readText(`open_question-${index}`, "long_text", MAX_OPEN_ANSWER) ?? "",
  }));
  if (entered("privacy_policy") !== "true") errors.privacy_policy = t["error.privacy"];

  if (Object.keys(errors).length > 0 || !firstName || !lastName || phone === undefined) {
    return { ok: false, errors };
  }
  return { ok: true, application: { firstName, lastName, phone, killerQuestions, openQuestions } };
}

function readPhone(text: string, code: string | undefined): ReadResult<string> {
  const country = phoneCountry(code);
  const phone = readPhoneOnServer(text.trim(), country);
  if (phone) return { value: phone.number };
  return { error: hasSeveralOnServer(text, country) ? "error.phone_one" : "error.phone" };
}

function readOption(answers: string[], given: string): ReadResult<string> {
  const chosen = matchOption(answers, given);
  return chosen === undefined ? { error: "error.question" } : { value: chosen };
}
