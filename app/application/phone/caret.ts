/** Whether a character belongs to a number, and does not just separate its digits. */
const isSignificant = (character: string | undefined) => /[+\d]/.test(character ?? "");

/** How many digits of a text stand behind a place in it: an edit in front of them leaves them alone. */
export const digitsBehind = (text: string, place: number): number =>
  text.slice(place).match(/\p{Nd}/gu)?.length ?? 0;

/** Whether a place in a text is behind something that separates digits. */
export const isBehindGap = (text: string, place: number) =>
  place > 0 && !isSignificant(text[place - 1]);

/**
 * The place in a number, as it is shown, that has so many digits behind it.
 *
 * @param skipsGap whether it is behind what separates the digits there, or in front of that
 */
export function caretAt(text: string, digits: number, skipsGap = false): number {
  let place = text.length;
  for (let passed = 0; passed < digits && place > 0;) {
    place -= 1;
    if (isSignificant(text[place])) passed += 1;
  }
  // The dial code ends with its space: who goes on there goes on with the national number.
  const isBehindDialCode = /^\+\d+ *$/.test(text.slice(0, place)) && isBehindGap(text, place);
  if (skipsGap || digits === 0 || isBehindDialCode) return place;
  while (isBehindGap(text, place)) place -= 1;
  return place;
}
