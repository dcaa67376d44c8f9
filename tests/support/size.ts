/** Whether the tests run at full size (`npm run test:long`). */
export const isLong = process.env.LONG === "1";

/** How much of something a test does: little in `npm test`, much in `npm run test:long`. */
export const size = (small: number, long: number): number => (isLong ? long : small);
