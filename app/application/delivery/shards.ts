/**
 * The index is sixteen objects, by the first hexadecimal digit of the receipt's id, which is a hash:
 * each has a sixteenth. One object manages some hundred calls a second. Sixteen calls list everything
 * within what a request may call on any plan; 256 would not.
 */
const DIGITS = Array.from("0123456789abcdef");

/** The name of the object that has an application's entry. */
export const shardOf = (receiptId: string): string => `undelivered-${receiptId.slice(0, 1)}`;

/**
 * The names of the objects that may have entries whose receipt id begins with the prefix; none if no
 * id can.
 */
export const shardsFor = (prefix: string): string[] =>
  DIGITS.filter((digit) => prefix === "" || digit === prefix[0]).map(shardOf);
