import { FIELD_LIMITS } from "~/contract/limits";
import type { Limits } from "./rules";

/** Default length limit of a one-line text, in UTF-16 units. */
const TEXT_MAX_LENGTH = 500;

/** Default length limit of a long text, in UTF-16 units. */
const LONG_TEXT_MAX_LENGTH = 5000;

const EMAIL_MAX_LENGTH = 254;

const URL_MAX_LENGTH = 2000;

/** Returns the limits of a number, or a text's maximum length in UTF-16 units. */
export function answerLimits({ kind, min, max }: { kind: string } & Limits): Limits {
  switch (kind) {
    case "number":
      return { min, max };
    case "email":
      return { max: EMAIL_MAX_LENGTH };
    case "url":
      return { max: URL_MAX_LENGTH };
    default: {
      const usual = kind === "text" ? TEXT_MAX_LENGTH : LONG_TEXT_MAX_LENGTH;
      return { max: Math.min(max ?? usual, FIELD_LIMITS.answer) };
    }
  }
}

/** Text of this length, in UTF-16 units, fits in the 64 KB that the server reads per field. */
export const SENT_MAX_LENGTH = 21_000;

/** A single-choice field with more options than this is rendered as a select. */
export const MAX_RADIOS = 7;
