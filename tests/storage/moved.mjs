/** What was stored "at a time" lies within so much of the time of writing, in ms: receipts last 90 days. */
const AROUND_MS = 120 * 24 * 60 * 60 * 1000;

/**
 * A stored value with every time in it moved: numbers of ms near the time when it was written, also
 * where they stand in a text as JSON. Nothing else that is stored is a number of that size.
 *
 * @param {unknown} value
 * @param {{ writtenAt: number, by: number }} move both in ms
 * @returns {unknown}
 */
export function moved(value, move) {
  const time = (/** @type {number} */ number) => (isTime(number, move) ? number + move.by : number);
  if (typeof value === "number") return time(value);
  if (typeof value === "string") {
    return value.replace(/(?<![\w.-])\d{13}(?![\w.-])/g, (digits) => String(time(Number(digits))));
  }
  if (Array.isArray(value)) return value.map((/** @type {unknown} */ one) => moved(one, move));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, moved(one, move)]));
}

/** @param {number} number @param {{ writtenAt: number }} move */
const isTime = (number, { writtenAt }) => Math.abs(number - writtenAt) < AROUND_MS;
