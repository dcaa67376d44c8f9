import { z } from "zod";
import { MAX_NAME, MAX_OPEN_ANSWER } from "../../../contract/limits";
import { fill } from "../../i18n/fill";
import { languageTag, type Language } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import type { PositionPage } from "../../platform/types";
import { matchOption } from "../fields/choice";
import { singleLine, multipleLines } from "../fields/text";
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
  const read = <T>(field: FieldName, rule: z.ZodType<T, string>): T | undefined => {
    const result = rule.safeParse(values.get(field) ?? "");
    if (!result.success) errors[field] = result.error.issues[0]?.message ?? t["error.form"];
    return result.data;
  };

  const firstName = read(
    "first_name",
    name(t["error.first_name_missing"], t["error.first_name_long"]),
  );
  const lastName = read("last_name", name(t["error.last_name_missing"], t["error.last_name_long"]));
  const { phone: phoneMode } = position.standard ?? {};
  const isNumber =
    phoneMode !== "off" &&
    (phoneMode !== "optional" || singleLine(values.get("phone") ?? "") !== "");
  const phone = isNumber ? read("phone", phoneNumber(position.country, t)) : "";
  const killerQuestions = position.killerQuestions.map(({ text, answers }, index) => ({
    question: text,
    answer: read(`question-${index}`, oneOf(answers, t)) ?? "",
  }));
  const openQuestions = position.openQuestions.map((question, index) => ({
    question,
    answer: read(`open_question-${index}`, openAnswer(language, t)) ?? "",
  }));
  read(
    "privacy_policy",
    z.string().refine((value) => value === "true", t["error.privacy"]),
  );

  if (Object.keys(errors).length > 0 || !firstName || !lastName || phone === undefined) {
    return { ok: false, errors };
  }
  return { ok: true, application: { firstName, lastName, phone, killerQuestions, openQuestions } };
}

const line = z.string().transform(singleLine);

const name = (missing: string, long: string) =>
  line.pipe(
    z
      .string()
      .min(1, missing)
      .max(MAX_NAME, fill(long, { max: MAX_NAME })),
  );

const phoneNumber = (code: string | undefined, t: Messages) =>
  z.string().transform((text, context) => {
    const country = phoneCountry(code);
    const phone = readPhoneOnServer(text.trim(), country);
    if (phone) return phone.number;
    const isSeveral = hasSeveralOnServer(text, country);
    context.addIssue({ code: "custom", message: t[isSeveral ? "error.phone_one" : "error.phone"] });
    return z.NEVER;
  });

const oneOf = (answers: string[], t: Messages) =>
  z.string().transform((given, context) => {
    const chosen = matchOption(answers, given);
    if (chosen !== undefined) return chosen;
    context.addIssue({ code: "custom", message: t["error.question"] });
    return z.NEVER;
  });

const openAnswer = (language: Language, t: Messages) =>
  z
    .string()
    .transform(multipleLines)
    .pipe(
      z
        .string()
        .min(1, t["error.open_question_missing"])
        .max(
          MAX_OPEN_ANSWER,
          fill(t["error.open_question_long"], {
            max: MAX_OPEN_ANSWER.toLocaleString(languageTag(language)),
          }),
        ),
    );
