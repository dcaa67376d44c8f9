import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ROOT } from "~/scripts/local";

/** A module that wraps a Worker and counts its round trips (`around` in `startDeskSite`). */
export const ROUND_TRIPS_MODULE = readFileSync(
  join(ROOT, "tests", "support", "counting-round-trips.mjs"),
  "utf8",
);

const Counted = z.array(
  z.object({ request: z.string(), roundTrips: z.array(z.array(z.string())) }),
);

/** The calls of each round trip that a request makes before its response. */
export type RoundTrips = string[][];

/**
 * Counts the round trips of a wrapped Worker.
 *
 * @param ask requests a path from the wrapped Worker
 * @param send sends requests
 * @returns the round trips of the last request
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
