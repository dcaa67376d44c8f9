import { normalizeTyped } from "~/contract/text";
import type { ReadResult } from "./read-result";

const MAX_DIGITS = 18;

const decimalSign = (language: string) => (0.5).toLocaleString(language).charAt(1);

/** Thousands separators besides the point and the comma. The last is Arabic. */
const SEPARATORS = /[\s'’\u066c]/g;

/** Digits, perhaps in groups of three, or of two as in India (`10,00,000`). */
const GROUPED = /^\d*$|^\d{1,3}([.,])\d{3}(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;

/**
 * Reads a typed number. Accepts a decimal point or comma, thousands separators and some currencies. If a
 * separator is ambiguous, as in `1.500`, the page's language decides.
 *
 * @param language a BCP 47 tag in any letter case
 * @returns a decimal number, such as `-1234.5`
 */
export function readNumber(text: string, language: string): ReadResult<string> {
  const typed = normalizeTyped(text)
    .replace(
      /^\s*(?:R?\$|[€£]|(?:EUR|USD|MXN|GBP|BRL)\b)|(?:[$€£%٪]|\b(?:EUR|USD|MXN|GBP|BRL))\s*$/gi,
      "",
    )
    .replace(SEPARATORS, "")
    .replace(/[\p{Pd}−]/gu, "-")
    .replaceAll("\u066b", decimalSign(language)); // The Arabic decimal sign.
  const [, sign = "", digits = ""] = /^([+-]?)([\d.,]{1,100})$/.exec(typed) ?? [];
  const signs = digits.replace(/\d/g, "");
  const last = signs.at(-1) ?? "";
  // A thousands separator is repeated, or differs from the language's decimal sign and precedes three digits.
  const isThousands =
    signs.indexOf(last) < signs.length - 1 ||
    (last !== decimalSign(language) && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits));
  const end = isThousands ? digits.length : digits.lastIndexOf(last);
  const whole = digits.slice(0, end);
  const fraction = digits.slice(end + 1).replace(/0+$/, "");
  const significant = whole.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const isNumber =
    /\d/.test(digits) && GROUPED.test(whole) && significant.length + fraction.length <= MAX_DIGITS;
  if (!isNumber) return { error: "error.field_number" };
  const number = fraction === "" ? significant : `${significant}.${fraction}`;
  return { value: sign === "-" && number !== "0" ? `-${number}` : number };
}
