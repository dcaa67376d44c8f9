import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ROOT } from "~/scripts/local";

/** A module that wraps a Worker (`around` of `startDeskSite`). It defines and counts round trips. */
export const ROUND_TRIPS_MODULE = readFileSync(
  join(ROOT, "tests", "support", "counting-round-trips.mjs"),
  "utf8",
);

const Counted = z.array(
  z.object({ request: z.string(), roundTrips: z.array(z.array(z.string())) }),
);

/** The round trips of a request before its response, with the calls of each. */
export type RoundTrips = string[][];

/**
 * Counts the round trips of a wrapped Worker.
 *
 * @param ask requests an address of the wrapped Worker
 * @param send sends requests
 * @returns the round trips of the last of these requests
 */
export async function countRoundTrips(
  ask: (path: string) => Promise<{ json: () => Promise<unknown> }>,
  send: () => Promise<unknown>,
): Promise<RoundTrips> {
  const take = async () => Counted.parse(await (await ask("/-/round-trips")).json());
  await take();
  await send();
  const last = (await take()).at(-1);
  if (!last) throw new Error("The Worker got no request");
  return last.roundTrips;
}
