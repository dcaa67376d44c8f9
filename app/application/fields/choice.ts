import type { ReadResult } from "./read-result";

/** Normalizes an option for comparison, because HTML and POSTs change NUL, lone surrogates and line breaks. */
const normalizeSent = (text: string) =>
  text.replace(/\0|\p{Cs}/gu, "\ufffd").replace(/\r\n?/g, "\n");

/** Returns the first option that equals the sent value after both are normalized. */
export function matchOption(texts: readonly string[], given: string): string | undefined {
  const sent = normalizeSent(given);
  return texts.find((text) => normalizeSent(text) === sent);
}

/**
 * Reads chosen options. Returns an error if the position no longer has one of the options, so that the candidate
 * can choose again.
 *
 * @returns unique options in the position's order
 */
export function readChoices(
  options: readonly { value: string }[],
  given: readonly string[],
): ReadResult<string[]> {
  const values = [...new Set(options.map(({ value }) => value))];
  // Reversed, because a map keeps the last of equal keys.
  const known = new Map(values.toReversed().map((value) => [normalizeSent(value), value]));
  const chosen = new Set(given.map((text) => known.get(normalizeSent(text))));
  if (chosen.has(undefined)) return { error: "error.field_option" };
  return { value: values.filter((value) => chosen.has(value)) };
}
