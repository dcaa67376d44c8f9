import type { MetadataJson } from "libphonenumber-js/core";
import { scriptUrl } from "~/app/ui/browser/script-address";

/** Saved before a company's script can replace this function. */
const { fetch } = globalThis;

/** Fetches a dial code's numbering plans, which `scripts/numbering.ts` generates. */
export const fetchPlans = async (dialCode: string): Promise<MetadataJson> =>
  (await (await fetch(scriptUrl(`plans/${dialCode}.json`))).json()) as MetadataJson;
