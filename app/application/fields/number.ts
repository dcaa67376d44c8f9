import { languageTag, type Language } from "../../i18n/language";
import type { ReadResult } from "./read-result";

/** More digits than any amount has. */
const MAX_DIGITS = 18;

const decimalSign = (language: Language) => (0.5).toLocaleString(languageTag(language)).charAt(1);

/** What people put between thousands, besides the point and the comma. */
const SPACES = /[\s'’]/g;

/**
 * Reads a number as people type it: with a decimal point or comma, with separators of thousands, with a
 * sign of money before or behind it.
 *
 * A point or a comma that could be either (`1.500`) is what it is in the page's language.
 *
 * @returns digits with a decimal point, such as `-1234.5`
 */
export function readNumber(text: string, language: Language): ReadResult<string> {
  const typed = text
    .normalize("NFKC")
    .replace(/^\s*(?:[$€£]|(?:EUR|USD|MXN|GBP)\b)|(?:[$€£%]|\b(?:EUR|USD|MXN|GBP))\s*$/gi, "")
    .replace(SPACES, "")
    .replace(/[−–]/g, "-");
  const [, sign = "", digits = ""] = /^([+-]?)([\d.,]+)$/.exec(typed) ?? [];
  const parts = splitNumber(digits, language);
  if (!parts) return { error: "error.field_number" };
  const whole = parts.whole.replace(/^0+(?=\d)/, "") || "0";
  const fraction = parts.fraction.replace(/0+$/, "");
  if (whole.length + fraction.length > MAX_DIGITS) return { error: "error.field_number" };
  const number = fraction === "" ? whole : `${whole}.${fraction}`;
  return { value: sign === "-" && number !== "0" ? `-${number}` : number };
}

interface Parts {
  whole: string;
  fraction: string;
}

function splitNumber(digits: string, language: Language): Parts | undefined {
  const signs = digits.replace(/\d/g, "");
  if (!/\d/.test(digits)) return undefined;
  if (signs === "") return { whole: digits, fraction: "" };
  const last = signs.at(-1) ?? "";
  const at = digits.lastIndexOf(last);
  const before = digits.slice(0, at);
  const after = digits.slice(at + 1);
  const others = signs.slice(0, -1);
  // The same sign twice, or one that stands where the language has thousands, is no decimal sign.
  const isThousands =
    others.includes(last) ||
    (others === "" &&
      last !== decimalSign(language) &&
      /^[1-9]\d{0,2}$/.test(before) &&
      /^\d{3}$/.test(after));
  if (isThousands) {
    const whole = removeGrouping(digits, last);
    return whole === undefined ? undefined : { whole, fraction: "" };
  }
  if (others === "") return { whole: before, fraction: after };
  const whole = removeGrouping(before, others[0] ?? "");
  return whole === undefined ? undefined : { whole, fraction: after };
}

/** Groups of three; in India, where they have commas, those before the last have two. */
function removeGrouping(digits: string, sign: string): string | undefined {
  const groups = digits.split(sign);
  const [first = "", ...rest] = groups;
  const isGrouped =
    /^\d{1,3}$/.test(first) &&
    /^\d{3}$/.test(rest.at(-1) ?? "") &&
    (rest.every((group) => /^\d{3}$/.test(group)) ||
      (sign === "," &&
        /^\d{1,2}$/.test(first) &&
        rest.slice(0, -1).every((group) => /^\d{2}$/.test(group))));
  return isGrouped ? groups.join("") : undefined;
}
