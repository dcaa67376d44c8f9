/** How many digits of a text are behind a place in it. An edit in front of them does not change it. */
export const countDigitsAfter = (text: string, place: number): number =>
  text.slice(place).match(/\p{Nd}/gu)?.length ?? 0;

/** The place in a shown number that has this many digits behind it, in front of a separator. */
export function caretPosition(text: string, digits: number): number {
  let place = text.length;
  for (let passed = 0; passed < digits && place > 0;) {
    place -= 1;
    if (/[+\d]/.test(text.charAt(place))) passed += 1;
  }
  const before = text.slice(0, place);
  // At the end there is nothing to type in front of. A space behind the dial code belongs to it.
  return digits === 0 || /^\+\d+ +$/.test(before) ? place : before.replace(/[^+\d]+$/, "").length;
}
