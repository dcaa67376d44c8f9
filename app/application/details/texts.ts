import type { Messages } from "~/app/i18n/messages";

export const DETAILS_TEXTS = [
  "details.use",
  "details.forget",
  "details.forgotten",
] as const satisfies (keyof Messages)[];

export type DetailsTexts = Record<(typeof DETAILS_TEXTS)[number], string>;
