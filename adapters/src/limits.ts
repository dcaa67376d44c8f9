import { FACT_LIMITS, FIELD_LIMITS } from "../../contract/limits";
import type { Job } from "./system";

/** A text of at most so many characters, cut at a word where one ends nearby. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  const end = start.search(/\s\S{0,100}$/);
  return `${start.slice(0, end > 0 ? end : most - 1).trimEnd()}…`;
}

/** A job whose notices and hints are short enough for the site. */
export const withinLimits = <J extends Pick<Job, "fields" | "notices">>(job: J): J => ({
  ...job,
  notices: job.notices?.map(({ text, ...notice }) => ({
    ...notice,
    text: shortened(text, FACT_LIMITS.notice),
  })),
  fields: job.fields.map(({ hint, ...field }) => ({
    ...field,
    ...(hint !== undefined && { hint: shortened(hint, FIELD_LIMITS.label) }),
  })),
});
