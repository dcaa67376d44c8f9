/** Whether the tests run at full size (`npm run test:long`). */
export const isLong = process.env.LONG === "1";

/** Returns the small amount in `npm test` and the large amount in `npm run test:long`. */
export const size = (small: number, long: number): number => (isLong ? long : small);
