import { scripts } from "./scripts.generated.json";

// The scripts that pages name (`scripts/build.ts`).

/** Whether `npm run dev` has built the site. */
export const isDevelopment = scripts === "/build/dev/";

/** Every page loads it (`entry.client.ts`). */
export const ENTRY_SCRIPT = `${scripts}entry.js`;

/** Fetched together with the entry script, which imports it when the form is wanted. */
export const FORM_LOADER = `${scripts}on-demand.js`;

/** Scripts wait for the page. React 18 does not know the attribute, and passes it on only in HTML's spelling. */
export const LOW_PRIORITY = { fetchpriority: "low" };
