/**
 * Cloudflare's location hints for a place where both databases (D1) and Durable Objects can be created. Durable
 * Objects also accept `sam`, `afr` and `me`, but are then created elsewhere.
 */
export const REGIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

export type Region = (typeof REGIONS)[number];

/**
 * Returns options that create a Durable Object in a region. Without a region, the object is created near its first
 * request, for example a crawler's, and stays there.
 */
export const placeIn = (region: Region | undefined) =>
  region === undefined ? undefined : { locationHint: region };
