/** The name of the one object that was the whole index of earlier builds. It is only read and cleared. */
export const ONE_INDEX = "undelivered";

/**
 * The index is sixteen objects, by the first hexadecimal digit of the receipt's id, which is a hash:
 * each has a sixteenth. One object manages some hundred calls a second. Seventeen calls, the one index
 * among them, list everything within what a request may call on any plan; 256 would not.
 */
const DIGITS = Array.from("0123456789abcdef");

/** The name of the object that has an application's entry. */
export const shardOf = (receiptId: string): string => `${ONE_INDEX}-${receiptId.slice(0, 1)}`;

/**
 * The names of the objects that may have entries whose receipt id begins with the prefix; none if no
 * id can.
 */
export function shardsFor(prefix: string): string[] {
  const digits = prefix === "" ? DIGITS : DIGITS.filter((digit) => digit === prefix[0]);
  return digits.length === 0 ? [] : [ONE_INDEX, ...digits.map(shardOf)];
}
