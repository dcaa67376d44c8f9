/** Whether the tests run at full size (`npm run test:long`). */
export const isLong = process.env.LONG === "1";

/** Chooses an amount: small in `npm test`, large in `npm run test:long`. */
export const size = (small: number, long: number): number => (isLong ? long : small);
