import { live, type Schedule } from "./schedule";

/** More faults than these help nobody. */
const MOST_FAULTS = 5;

/**
 * Lives through the schedules of these seeds.
 *
 * @returns a line for each seed that broke an invariant, with the command that replays it alone
 */
export async function faultsOf(seeds: Iterable<number>): Promise<string[]> {
  const faults: string[] = [];
  for (const seed of seeds) {
    const { broken } = await live(seed);
    if (!broken) continue;
    faults.push(`${broken.about}\n  SEED=${seed} npx vitest run --project simulator`);
    if (faults.length === MOST_FAULTS) break;
  }
  return faults;
}

/** The schedule of one seed, with all that happens. */
export const replay = (seed: number): Promise<Schedule> => live(seed, { isTraced: true });

export function* seeds(from: number, to: number): Generator<number> {
  for (let seed = from; seed <= to; seed += 1) yield seed;
}
