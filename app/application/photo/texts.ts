import type { Messages } from "~/app/i18n/messages";

export const PHOTO_TEXTS = [
  "error.cv_page",
  "form.cv_remove",
  "photo.add",
  "photo.original",
  "photo.page",
  "photo.shrinking",
  "photo.up",
  "photo.whole",
] as const satisfies (keyof Messages)[];

export type PhotoTexts = Record<(typeof PHOTO_TEXTS)[number], string>;
