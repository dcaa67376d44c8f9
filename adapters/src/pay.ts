import { z } from "zod";
import { Pay } from "../../contract/facts";
import { MAX_LINE } from "../../contract/limits";
import { readTolerantly } from "../../contract/tolerant";
import type { Job } from "./system-interface";

const Figures = z.object({ pay: Pay.optional() });

/**
 * Converts pay to the contract's facts. `words` become a notice if they are longer than `MAX_LINE`, or if
 * they contain digits that might repeat the figures.
 */
export function payFacts(
  pay: { [K in "min" | "max" | "currency" | "unit"]?: Pay[K] | string },
  words = "",
): Pick<Job, "pay" | "notices"> {
  const figures = readTolerantly(Figures, { pay }).value.pay;
  const isLine = words.length <= MAX_LINE && !(figures && /\d/.test(words));
  const text = isLine && words !== "" ? { text: words } : undefined;
  return {
    pay: figures || text ? { ...figures, ...text } : undefined,
    notices: isLine ? undefined : [{ kind: "pay", text: words }],
  };
}
