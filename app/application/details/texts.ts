import type { Messages } from "../../i18n/messages";

/** The keys of the texts that offer details. */
export const DETAILS_TEXTS = [
  "details.use",
  "details.forget",
  "details.forgotten",
] as const satisfies (keyof Messages)[];

export type DetailsTexts = Record<(typeof DETAILS_TEXTS)[number], string>;
