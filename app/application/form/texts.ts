import type { Texts } from "~/contract/texts";
import { DETAILS_TEXTS } from "../details/texts";
import { durationText } from "~/app/i18n/duration";
import { fill } from "~/app/i18n/fill";
import { limitText } from "~/app/i18n/file-size";
import { dateText } from "~/app/i18n/dates";
import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import { countryInSentence } from "~/app/i18n/country-in-sentence";
import type { HeldUpload, NamedUpload } from "../model/application";
import { CV_TYPES } from "../model/cv-types";
import { CV_HINT_KB } from "../model/limits";

/** Keys of the texts that the form needs in the browser. Browsers don't load the translations. */
const FORM_TEXTS = [
  ...DETAILS_TEXTS,
  "error.cv_page",
  "form.cv_remove",
  "photo.add",
  "photo.original",
  "photo.page",
  "photo.shrinking",
  "photo.up",
  "photo.whole",
  "error.first_name_long",
  "error.last_name_long",
  "form.count_left",
  "error.phone",
  "error.phone_inline",
  "error.phone_one",
  "phone.country",
  "phone.country_unknown",
  "phone.country_search",
  "phone.country_none",
  "phone.extension",
  "phone.no_number",
  "apply.form_title",
  "apply.phone",
  "apply.cv_drop",
  "form.cv_choose",
  "apply.cv_image_warning",
  "apply.submit",
  "apply.already_applied",
  "form.required_hint",
  "form.leave_empty",
  "form.optional",
  "form.phone_hint",
  "form.cv_over_hint",
  "form.cv_progress",
  "form.cv_seconds_left",
  "form.cv_minutes_left",
  "form.cv_paused",
  "form.cv_uploaded",
  "form.cv_here",
  "form.uploading",
  "form.uploading_percent",
  "form.waiting",
  "form.offline",
  "form.restored",
  "form.clear",
  "form.cleared",
  "form.sending",
  "form.applied_title",
  "receipt.see",
  "form.see_more",
  "form.summary_title",
  "form.file_again",
  "form.held_cv",
  "form.held_cv_other",
  "form.held_cv_remove",
  "error.cv_gone",
  "error.cv_type",
  "error.photo_type",
  "error.cv_empty",
  "error.file_large",
  "error.cv_unreadable",
  "error.cv_several",
  "error.network",
  "error.form",
] as const satisfies (keyof Messages)[];

/** Keys of additional texts, for forms with open questions or own fields. */
const RULE_TEXTS = [
  "error.open_question_long",
  "error.field_email",
  "error.field_url",
  "error.field_number",
  "error.field_least",
  "error.field_most",
  "error.field_between",
  "error.field_date",
] as const satisfies (keyof Messages)[];

/** Messages for empty fields without a `data-missing` attribute. */
const MISSING_TEXTS = {
  "no.cv": "error.cv_missing",
} as const satisfies Record<string, keyof Messages>;

export type FormTexts = Record<(typeof FORM_TEXTS)[number] | keyof typeof MISSING_TEXTS, string> &
  Partial<Record<(typeof RULE_TEXTS)[number], string>>;

/** Formatted texts by language and limits, because formatting durations and numbers is slow. */
const cache = new Map<string, FormTexts>();

interface FormTextsOptions {
  /** The site's size limit for CVs, in bytes. */
  maxCvBytes: number;
  /** How long the site holds a CV before its form is sent, in ms. */
  holdMs: number;
  /** Country name for national phone numbers, in the page's language. */
  country: string;
  /** Whether the form has open questions or own fields. */
  hasRules?: boolean;
  /** The company's texts. */
  texts?: Texts | undefined;
}

export function formTexts(
  language: Language,
  { country, hasRules, texts: companyTexts, ...site }: FormTextsOptions,
): FormTexts {
  const key = `${language} ${site.holdMs} ${site.maxCvBytes}`;
  const texts = cache.get(key) ?? formatSiteTexts(language, site);
  cache.set(key, texts);
  const t = messagesFor(language, companyTexts);
  return {
    ...texts,
    "apply.submit": t["apply.submit"],
    ...(hasRules && Object.fromEntries(RULE_TEXTS.map((key) => [key, t[key]]))),
    "form.phone_hint": fill(t["form.phone_hint"], {
      country: countryInSentence(country, language),
    }),
  };
}

function formatSiteTexts(
  language: Language,
  { holdMs, maxCvBytes }: Pick<FormTextsOptions, "holdMs" | "maxCvBytes">,
): FormTexts {
  const t = messagesFor(language);
  const tag = languageTag(language);
  const values = {
    time: durationText(holdMs, language),
    types: CV_TYPES,
    recommended: limitText(CV_HINT_KB * 1024, tag),
    size: limitText(maxCvBytes, tag),
  };
  const texts: Partial<FormTexts> = {};
  for (const key of FORM_TEXTS) texts[key] = fill(t[key], values);
  for (const [key, text] of Object.entries(MISSING_TEXTS)) texts[key as keyof FormTexts] = t[text];
  return texts as FormTexts; // Every key was just set.
}

export function fileTexts(
  language: Language,
  { holdMs, types, size }: { holdMs: number; types: string; size: string },
) {
  const t = messagesFor(language);
  const values = { time: durationText(holdMs, language), types, size };
  const text = (key: keyof Messages) => fill(t[key], values);
  return {
    hint: text("form.file_hint"),
    texts: {
      "apply.cv_drop": text("form.file_drop"),
      "form.cv_choose": text("form.file_choose"),
      "form.uploading": text("form.file_uploading"),
      "form.cv_uploaded": text("form.file_uploaded"),
      "form.cv_here": text("form.file_here"),
      "form.held_cv": text("form.held_file"),
      "form.held_cv_remove": text("form.held_file_remove"),
      "error.cv_gone": text("error.file_gone"),
      "error.cv_type": text("error.file_type"),
      "error.file_large": text("error.file_large"),
    } satisfies Partial<FormTexts>,
  };
}

/** If `until` is set, adds a text with the date until which the CV is held. */
export const describeHeldUpload = (
  { until, ...cv }: HeldUpload,
  language: Language,
  country?: string,
): NamedUpload => {
  if (until === undefined) return cv;
  const date = dateText(until, language, country);
  return { ...cv, kept: fill(messagesFor(language)["form.kept_cv"], { date }) };
};
