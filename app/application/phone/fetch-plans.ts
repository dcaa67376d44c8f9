import type { MetadataJson } from "libphonenumber-js/core";
import { address } from "./plans.generated.json";

/** Taken before a company's script can replace it. */
const { fetch } = globalThis;

/** Fetches the numbering plans of a dial code (`scripts/numbering.mjs`). */
export async function fetchPlans(dialCode: string): Promise<MetadataJson> {
  const response = await fetch(`${address}${dialCode}.json`);
  // `addPlans` refuses anything else.
  return response.json<MetadataJson>();
}
