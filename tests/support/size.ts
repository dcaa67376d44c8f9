/** Whether the tests run at the sizes that the product is to be proved at, not at the small ones. */
export const isLong = process.env.LONG === "1";

/** How much of something a test does: little in `npm test`, much in `npm run test:long`. */
export const size = (small: number, long: number): number => (isLong ? long : small);
