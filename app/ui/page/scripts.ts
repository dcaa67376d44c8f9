import { scripts } from "./scripts.generated.json";

// The scripts that pages link to. `scripts/build.ts` creates them.

/** Whether `npm run dev` has built the site. */
export const isDevelopment = scripts === "/build/dev/";

/** `entry.client.ts`, which every page loads. */
export const ENTRY_SCRIPT = `${scripts}entry.js`;

/** `on-demand.ts`, preloaded on pages with an island. The entry script imports it. */
export const FORM_LOADER = `${scripts}on-demand.js`;

/** In lowercase, because React 18 doesn't know this attribute and renders its name unchanged. */
export const LOW_PRIORITY = { fetchpriority: "low" };
