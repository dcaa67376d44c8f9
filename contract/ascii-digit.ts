/** Converts a digit to ASCII. In Unicode, each script's digits are consecutive, from zero to nine. */
export function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/[\p{Nd}]/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
