/**
 * Seeds that once broke an invariant. They are always run. A seed stands for its schedule only as long as
 * the simulator draws the same numbers: what was found, and how, is told in found.md.
 */
export const kept: readonly { seed: number; broke: string }[] = [];
