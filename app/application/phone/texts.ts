import type { Messages } from "../../i18n/messages";

/** The keys of the texts that the phone field shows in the browser. */
export const PHONE_TEXTS = [
  "error.phone",
  "error.phone_inline",
  "phone.country",
  "phone.country_unknown",
  "phone.country_search",
  "phone.country_none",
  "phone.extension",
  "phone.no_number",
  "phone.foreign",
] as const satisfies (keyof Messages)[];

export type PhoneTexts = Record<(typeof PHONE_TEXTS)[number], string>;
