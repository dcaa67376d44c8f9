import type { MetadataJson } from "libphonenumber-js/core";
import { scriptAddress } from "../../ui/browser/script-address";

/** Taken before a company's script can replace it. */
const { fetch } = globalThis;

/** Fetches the numbering plans of a dial code (`scripts/numbering.ts`). `addPlans` refuses anything else. */
export const fetchPlans = async (dialCode: string): Promise<MetadataJson> =>
  (await fetch(scriptAddress(`plans/${dialCode}.json`))).json();
