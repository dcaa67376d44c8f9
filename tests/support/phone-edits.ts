/** Parses a marked phone number. `|` marks the caret, and `[` and `]` mark the ends of a selection. */
export function parseMarked(field: string) {
  const text = field.replace(/[|[\]]/g, "");
  const [start = 0, end = start] = [...field.matchAll(/[|[\]]/g)].map(
    ({ index }, marks) => index - marks,
  );
  return { text, start, end };
}

/**
 * The effects of keys on a Spanish number and the caret. Unit tests and browser tests share this table.
 */
export const PHONE_EDITS: [before: string, key: string, after: string][] = [
  // Typed digits.
  ["+34 |", "6", "+34 6|"],
  ["+34 612|", "3", "+34 612 3|"],
  ["+34 6|23 45 67 8", "1", "+34 61|2 34 56 78"],
  ["+34 61|", "2", "+34 612|"],
  ["+34 612 |34", "5", "+34 612 5|3 4"],
  ["+34 612| 34", "5", "+34 612 5|3 4"],
  ["|+34 612", "1", "+34 1|612"],
  ["+34 612 34 56 78|", "9", "+34 6123456789|"],
  // Typed characters that aren't ASCII digits.
  ["+34 612|", "a", "+34 612|"],
  ["+34 6|12", " ", "+34 6|12"],
  ["+34 6|12", "-", "+34 6|12"],
  ["+34 6|12", "+", "+34 6|12"],
  ["+34 6|12", "٣", "+34 63|1 2"],
  ["+34 612|", "３", "+34 612 3|"],
  // A replaced selection.
  ["[+34 612 34 56 78]", "6", "+34 6|"],
  ["[+34 612 34 56 78]", "a", "+34 612 34 56 78|"],
  ["+34 [612] 34 56 78", "7", "+34 7|34 56 78"],
  ["+34 612 [34 56] 78", "9", "+34 612 9|7 8"],
  ["[+34 6]12 34", "7", "+34 7|12 34"],
  // The Backspace key.
  ["+34 612 34 56 78|", "Backspace", "+34 612 34 56 7|"],
  ["+34 612 3|", "Backspace", "+34 612|"],
  ["+34 612 |34 56 78", "Backspace", "+34 61|3 45 67 8"],
  ["+34 612| 34 56 78", "Backspace", "+34 61|3 45 67 8"],
  ["+34 6|12", "Backspace", "+34 |12"],
  ["+34 |612", "Backspace", "+3|6 1 2"],
  ["+|34 612", "Backspace", "+|34 612"],
  ["+34 [612 34] 56 78", "Backspace", "+34 |567 8"],
  ["[+34 612 34 56 78]", "Backspace", "+34 |"],
  ["[+34 612] 34 56 78", "Backspace", "+34 |345678"],
  ["[+3]4 612", "Backspace", "+|46 12"],
  // The Delete key.
  ["+34 612| 34 56 78", "Delete", "+34 612| 45 67 8"],
  ["+34 612 |34 56 78", "Delete", "+34 612| 45 67 8"],
  ["+34 |612", "Delete", "+34 |12"],
  ["+34| 612", "Delete", "+34 |12"],
  ["+34 612|", "Delete", "+34 612|"],
  ["|+34 612", "Delete", "+|34 612"],
  ["+|34 612", "Delete", "+|46 12"],
  ["[+34 612 34 56 78]", "Delete", "+34 |"],
];
