import type { ReadResult } from "./read-result";

/** A text as a browser sends it back: NUL and lone surrogates became U+FFFD, line ends became LF. */
const normalizeSent = (text: string) =>
  text.replace(/\0|\p{Cs}/gu, "\ufffd").replace(/\r\n?/g, "\n");

/** The text of these that a browser sent, exactly as it is; the first of equal ones. */
export const matchOption = (texts: readonly string[], given: string): string | undefined =>
  texts.find((text) => normalizeSent(text) === normalizeSent(given));

/**
 * Reads what was chosen. An option that the position does not have any more is a error: another one is
 * to be chosen, not none in silence.
 *
 * @returns the options in the position's order, each once
 */
export function readChoices(
  options: readonly { value: string }[],
  given: readonly string[],
): ReadResult<string[]> {
  const values = options.map(({ value }) => value);
  const chosen = given.map((one) => matchOption(values, one));
  if (chosen.includes(undefined)) return { error: "error.field_option" };
  return {
    value: values.filter(
      (value, index) => values.indexOf(value) === index && chosen.includes(value),
    ),
  };
}
