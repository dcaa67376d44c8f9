import { normalizeTyped } from "../../../contract/text";
import { languageTag, type Language } from "../../i18n/language";
import type { ReadResult } from "./read-result";

const MAX_DIGITS = 18;

const decimalSign = (language: Language) => (0.5).toLocaleString(languageTag(language)).charAt(1);

/** Thousands separators besides the point and the comma. The last is Arabic. */
const SEPARATORS = /[\s'’\u066c]/g;

/**
 * Reads a typed number. Accepts a decimal point or comma, thousands separators and some currencies. If a
 * separator is ambiguous, as in `1.500`, the page's language decides.
 *
 * @returns a decimal number, such as `-1234.5`
 */
export function readNumber(text: string, language: Language): ReadResult<string> {
  const typed = normalizeTyped(text)
    .replace(/^\s*(?:[$€£]|(?:EUR|USD|MXN|GBP)\b)|(?:[$€£%٪]|\b(?:EUR|USD|MXN|GBP))\s*$/gi, "")
    .replace(SEPARATORS, "")
    .replace(/[\p{Pd}−]/gu, "-")
    .replaceAll("\u066b", decimalSign(language)); // The Arabic decimal sign.
  const [, sign = "", digits = ""] = /^([+-]?)([\d.,]{1,100})$/.exec(typed) ?? [];
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
  // A thousands separator is repeated, or differs from the language's decimal sign and precedes three digits.
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

/** Removes separators between groups of three digits, or of two digits as in India (`10,00,000`). */
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
