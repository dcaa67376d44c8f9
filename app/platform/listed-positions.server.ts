import { z } from "zod";

import type { Place } from "./fact-format.server";
import { logLeftOut, readFacts } from "./facts.server";
import { country, link, optional, platformId, present, text } from "./fields.server";

/** One item of the list; its id is called `uuid` or `id`. */
const listedPosition = z
  .preprocess(
    (item) =>
      typeof item === "object" && item !== null && "id" in item
        ? { ...item, uuid: ("uuid" in item ? item.uuid : undefined) ?? item.id }
        : item,
    z.looseObject({
      uuid: platformId,
      name: text,
      location: optional(text),
      country: optional(country),
      contract_type: optional(text),
      join_date: optional(text),
      apply_url: optional(link),
    }),
  )
  .transform((raw) => {
    const { facts, leftOut } = readFacts(raw);
    const position = present({
      uuid: raw.uuid,
      name: raw.name,
      location: locationOf(raw.location, facts.places ?? []),
      country: raw.country,
      contractType: raw.contract_type,
      joinDate: raw.join_date,
      applyUrl: raw.apply_url,
      ...facts,
    });
    return { position, leftOut };
  });

/** Every place of a position: its location, and the towns that this does not name. */
function locationOf(location: string | undefined, places: readonly Place[]): string | undefined {
  const towns = places.flatMap(({ city }) => city ?? []);
  if (location !== undefined && towns.length < 2) return location;
  const others = towns.filter((town) => location?.includes(town) !== true);
  return [...(location === undefined ? [] : [location]), ...others].join("; ") || undefined;
}

/**
 * Reads one page of call 3's answer: a list, or an object with `results` and perhaps `next`, the
 * address of the next page.
 */
export const listedPositionsSchema = z.preprocess(
  (value) => (Array.isArray(value) ? { results: value } : value),
  z
    .object({ results: z.array(listedPosition), next: optional(text) })
    .transform(({ results, next }) => {
      logLeftOut(results.flatMap(({ leftOut }) => leftOut));
      return { results: eachOnce(results.map(({ position }) => position)), next };
    }),
);

/** The positions without those that came before: a list that grows while it is paged through repeats itself. */
export function eachOnce(positions: readonly ListedPosition[]): readonly ListedPosition[] {
  const known = new Set<string>();
  return positions.filter(({ uuid }) => !known.has(uuid) && known.add(uuid));
}

export type ListedPosition = z.infer<typeof listedPosition>["position"];
