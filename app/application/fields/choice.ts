import type { ReadResult } from "./read-result";

/** Normalizes an option as a form post does: NUL and lone surrogates become U+FFFD, line breaks become LF. */
const normalizeSent = (text: string) =>
  text.replace(/\0|\p{Cs}/gu, "\ufffd").replace(/\r\n?/g, "\n");

/** The option that a browser sent, unchanged. The first, if several are equal. */
export const matchOption = (texts: readonly string[], given: string): string | undefined =>
  texts.find((text) => normalizeSent(text) === normalizeSent(given));

/**
 * Reads chosen options. An option that the position no longer has is an error, so that the candidate can choose
 * another one.
 *
 * @returns unique options in the position's order
 */
export function readChoices(
  options: readonly { value: string }[],
  given: readonly string[],
): ReadResult<string[]> {
  const values = options.map(({ value }) => value);
  const chosen = given.map((text) => matchOption(values, text));
  if (chosen.includes(undefined)) return { error: "error.field_option" };
  return {
    value: values.filter(
      (value, index) => values.indexOf(value) === index && chosen.includes(value),
    ),
  };
}
