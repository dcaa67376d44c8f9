import { FACT_LIMITS, FIELD_LIMITS } from "~/contract/limits";
import type { Job } from "./system-interface";

/** Shortens text to at most `max` characters, at the end of a word if possible. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  const end = start.search(/\s\S{0,100}$/);
  return `${start.slice(0, end > 0 ? end : max - 1).trimEnd()}…`;
}

/** Shortens a job's notices and hints to the contract's limits. */
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
