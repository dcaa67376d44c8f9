/**
 * Cloudflare's location hints for regions that support both D1 databases and Durable Objects. Durable Objects also
 * accept `sam`, `afr` and `me`, but are then created elsewhere.
 */
export const REGIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

export type Region = (typeof REGIONS)[number];

/**
 * Returns options that create a Durable Object in a region. Without a region, the object is created near the
 * sender of its first request, for example a crawler, and stays there.
 */
export const locationOptions = (region: Region | undefined) =>
  region === undefined ? undefined : { locationHint: region };

/** The continent of each region, as in `request.cf.continent`. */
const CONTINENTS: Record<Region, string> = {
  ...{ wnam: "NA", enam: "NA", weur: "EU", eeur: "EU", apac: "AS", oc: "OC" },
};

/** Whether a visitor is on the region's continent. False if either is unknown. */
export const isNear = (region: Region | undefined, continent: unknown): boolean =>
  region !== undefined && CONTINENTS[region] === continent;
