import { PHONE_TEXTS } from "../phone/texts";
import { durationText } from "../../i18n/duration";
import { fill } from "../../i18n/fill";
import { kilobytesText } from "../../i18n/file-size";
import { dateText } from "../../i18n/dates";
import { languageTag, type Language } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import type { HeldCv, NamedCv } from "../model/application";
import { CV_HINT_KB, CV_TYPES } from "../model/limits";

/** The texts that the form needs in the browser, where there is no table of translations. */
const FORM_TEXTS = [
  ...PHONE_TEXTS,
  "apply.form_title",
  "apply.full_name",
  "apply.last_name",
  "apply.phone",
  "apply.cv",
  "apply.cv_drop",
  "apply.cv_image_warning",
  "apply.submit",
  "apply.already_applied",
  "form.required_hint",
  "form.optional",
  "form.phone_hint",
  "form.cv_hint",
  "form.cv_remove",
  "form.cv_over_hint",
  "form.privacy",
  "form.privacy_link",
  "form.new_tab",
  "form.cv_progress",
  "form.cv_seconds_left",
  "form.cv_minutes_left",
  "form.cv_paused",
  "form.cv_uploaded",
  "form.cv_here",
  "form.uploading",
  "form.waiting",
  "form.offline",
  "form.restored",
  "form.clear",
  "form.clear_sure",
  "form.cleared",
  "form.verifying",
  "form.sending",
  "form.sent_title",
  "form.sent_text",
  "form.see_more",
  "form.summary_title",
  "form.file_again",
  "form.held_cv",
  "form.held_cv_other",
  "form.held_cv_remove",
  "error.cv_gone",
  "error.cv_type",
  "error.cv_empty",
  "error.cv_large",
  "error.cv_unreadable",
  "error.cv_several",
  "error.network",
  "error.form",
] as const satisfies (keyof Messages)[];

/** What is said of a field that is empty; one text for all questions of a kind. */
const MISSING_TEXTS = {
  "missing.first_name": "error.first_name_missing",
  "missing.last_name": "error.last_name_missing",
  "missing.phone": "error.phone",
  "missing.cv": "error.cv_missing",
  "missing.question": "error.question",
  "missing.open_question": "error.open_question_missing",
  "missing.privacy_policy": "error.privacy",
} as const satisfies Record<string, keyof Messages>;

export type FormTexts = Record<(typeof FORM_TEXTS)[number] | keyof typeof MISSING_TEXTS, string>;

/** What was put together before: formats of a duration and a number cost more than all of the texts. */
const known = new Map<string, FormTexts>();

/** @param holdMs how long the server holds a CV that was not sent yet; the same for all of a site */
export function formTexts(language: Language, holdMs: number): FormTexts {
  const key = `${language} ${holdMs}`;
  const texts = known.get(key) ?? textsWith(language, holdMs);
  known.set(key, texts);
  return texts;
}

/** What has to be formatted is filled in here, so that waking the form formats nothing. */
function textsWith(language: Language, holdMs: number): FormTexts {
  const t = messagesFor(language);
  const values = {
    time: durationText(holdMs, language),
    types: CV_TYPES,
    kilobytes: kilobytesText(CV_HINT_KB, languageTag(language)),
  };
  const texts: Partial<FormTexts> = {};
  for (const key of FORM_TEXTS) texts[key] = fill(t[key], values);
  for (const [key, text] of Object.entries(MISSING_TEXTS)) texts[key as keyof FormTexts] = t[text];
  return texts as FormTexts; // Every key was just set.
}

/** A held CV, and until when it is kept, where that is not `HOLD_MS` from now. */
export const namedCv = ({ until, ...cv }: HeldCv, language: Language): NamedCv => {
  if (until === undefined) return cv;
  const date = dateText(until, language);
  return { ...cv, kept: fill(messagesFor(language)["form.kept_cv"], { date }) };
};
