// A line of so many kbit/s: what is written when. Time is handed in.

/** How often a slow line takes something, in ms: small enough that a body arrives as a stream does. */
export const EVERY_MS = 50;

/**
 * The pieces in which a body goes over a line, and when each is there, in ms from the first.
 *
 * @param {number} bytes @param {number} kbit a second; 0: all at once
 * @returns {{ from: number; to: number; at: number }[]}
 */
export function pieces(bytes, kbit) {
  if (kbit === 0 || bytes === 0) return [{ from: 0, to: bytes, at: 0 }];
  // kbit/s are bits a ms.
  const each = Math.max(1, Math.round((kbit * EVERY_MS) / 8));
  return Array.from({ length: Math.ceil(bytes / each) }, (_, index) => ({
    from: index * each,
    to: Math.min(bytes, (index + 1) * each),
    at: index * EVERY_MS,
  }));
}
