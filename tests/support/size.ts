/** Whether the tests run at full size (`npm run test:long`). */
export const isLong = process.env.LONG === "1";

/** Returns `long` in `npm run test:long`, and otherwise `small`. */
export const size = (small: number, long: number): number => (isLong ? long : small);
