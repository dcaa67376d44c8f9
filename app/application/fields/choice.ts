import type { Read } from "./reading";

/** A text as a browser sends it back: NUL and lone surrogates became U+FFFD, line ends became LF. */
const asSent = (text: string) => text.replace(/\0|\p{Cs}/gu, "\ufffd").replace(/\r\n?/g, "\n");

/** The text of these that a browser sent, exactly as it is; the first of equal ones. */
export const chosenOf = (texts: readonly string[], given: string): string | undefined =>
  texts.find((text) => asSent(text) === asSent(given));

/**
 * Reads what was chosen. An option that the position does not have any more is a fault: another one is
 * to be chosen, not none in silence.
 *
 * @returns the options in the position's order, each once
 */
export function readChosen(
  options: readonly { value: string }[],
  given: readonly string[],
): Read<string[]> {
  const values = options.map(({ value }) => value);
  const chosen = given.map((one) => chosenOf(values, one));
  if (chosen.includes(undefined)) return { fault: "error.field_option" };
  return {
    value: values.filter(
      (value, index) => values.indexOf(value) === index && chosen.includes(value),
    ),
  };
}
