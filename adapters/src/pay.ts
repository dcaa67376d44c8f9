import { LINE_MOST } from "./limits";
import type { Job } from "./system";

/** Pay in numbers, as far as a system says it. */
interface Figures {
  min?: number | undefined;
  max?: number | undefined;
  currency?: string | undefined;
  unit?: string | undefined;
}

/**
 * Pay, once: its figures or a text. Words beside figures that may repeat them, and what is longer than a
 * line, are a notice.
 */
export function payFacts(
  { min, max, currency, unit }: Figures,
  words = "",
): Pick<Job, "pay" | "notices"> {
  const hasFigures = currency !== undefined && (min ?? max) !== undefined;
  const isLine = words.length <= LINE_MOST && !(hasFigures && /\d/.test(words));
  const text = isLine && words !== "" ? { text: words } : undefined;
  const figures = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    currency: currency?.toUpperCase() ?? "",
    ...(unit !== undefined && { unit: unit.toUpperCase() }),
  };
  return {
    pay: hasFigures ? { ...figures, ...text } : text,
    notices: isLine ? undefined : [{ kind: "pay", text: words }],
  };
}
