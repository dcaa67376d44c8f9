export const countDigitsAfter = (text: string, place: number): number =>
  text.slice(place).match(/\p{Nd}/gu)?.length ?? 0;

/** Returns the caret position that leaves this many digits after the caret, in front of any separator. */
export function caretPosition(text: string, digits: number): number {
  let place = text.length;
  for (let passed = 0; passed < digits && place > 0;) {
    place -= 1;
    if (/[+\d]/.test(text.charAt(place))) passed += 1;
  }
  const before = text.slice(0, place);
  // Keep the caret at the end of the number, or after the dial code's space.
  return digits === 0 || /^\+\d+ +$/.test(before) ? place : before.replace(/[^+\d]+$/, "").length;
}
