import { FACT_LIMITS, FIELD_LIMITS } from "../../contract/limits";
import type { Job } from "./system";

/** A text of at max so many characters, cut at a word where one ends nearby. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  const end = start.search(/\s\S{0,100}$/);
  return `${start.slice(0, end > 0 ? end : max - 1).trimEnd()}…`;
}

/** A job whose notices and hints are short enough for the site. */
export const shortenTexts = <J extends Pick<Job, "fields" | "notices">>(job: J): J => ({
  ...job,
  notices: job.notices?.map(({ text, ...notice }) => ({
    ...notice,
    text: shorten(text, FACT_LIMITS.notice),
  })),
  fields: job.fields.map(({ hint, ...field }) => ({
    ...field,
    ...(hint !== undefined && { hint: shorten(hint, FIELD_LIMITS.label) }),
  })),
});
