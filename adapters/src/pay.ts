import * as z from "zod";
import { Pay } from "~/contract/facts";
import { MAX_LINE } from "~/contract/limits";
import { readTolerantly } from "~/contract/tolerant";
import type { Job } from "./system-interface";

const Figures = z.object({ pay: Pay.optional() });

/**
 * Finds the unit in a system's interval, such as `1 YEAR`, `per-hour-wage`, `monthly` or `week`. Returns undefined
 * for other intervals, such as `2 WEEK` or `one-time`.
 */
export function payUnit(interval = ""): string | undefined {
  const [, unit] =
    /^(?:1 |per-)?(hour|da[yi]|week|month|year|annual)(?:ly)?(?:-(?:salary|wage))?$/i.exec(
      interval,
    ) ?? [];
  return unit?.toLowerCase().replace("dai", "day").replace("annual", "year");
}

/**
 * Converts pay to the contract's facts. `words` become a notice if they are longer than `MAX_LINE`, or if
 * they contain digits that might repeat the figures.
 */
export function payFacts(
  pay: { [K in "min" | "max" | "currency" | "unit"]?: Pay[K] | string },
  words = "",
): Pick<Job, "pay" | "notices"> {
  const { min, max, ...rest } = pay;
  // Some systems send 0 instead of nothing.
  const known = { ...rest, ...(Number(min) !== 0 && { min }), ...(Number(max) !== 0 && { max }) };
  const figures = readTolerantly(Figures, { pay: known }).value.pay;
  const isLine = words.length <= MAX_LINE && !(figures && /\d/.test(words));
  const text = isLine && words !== "" ? { text: words } : undefined;
  return {
    pay: figures || text ? { ...figures, ...text } : undefined,
    notices: isLine ? undefined : [{ kind: "pay", text: words }],
  };
}
