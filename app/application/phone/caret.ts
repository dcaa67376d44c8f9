/** Whether a character belongs to a number: a digit or the plus, and no separator. */
const isSignificant = (character: string | undefined) => /[+\d]/.test(character ?? "");

/** How many digits of a text are behind a place in it. An edit in front of them does not change it. */
export const digitsBehind = (text: string, place: number): number =>
  text.slice(place).match(/\p{Nd}/gu)?.length ?? 0;

/** Whether the character before a place separates digits. */
export const isBehindGap = (text: string, place: number) =>
  place > 0 && !isSignificant(text[place - 1]);

/**
 * The place in a shown number that has this many digits behind it.
 *
 * @param skipsGap puts the place behind a separator that is there, and not in front of it
 */
export function caretAt(text: string, digits: number, skipsGap = false): number {
  let place = text.length;
  for (let passed = 0; passed < digits && place > 0;) {
    place -= 1;
    if (isSignificant(text[place])) passed += 1;
  }
  // The space belongs to the dial code: whoever types behind it types the national number.
  const isBehindDialCode = /^\+\d+ *$/.test(text.slice(0, place)) && isBehindGap(text, place);
  if (skipsGap || digits === 0 || isBehindDialCode) return place;
  while (isBehindGap(text, place)) place -= 1;
  return place;
}
