import { scripts } from "./scripts.generated.json";

// The scripts that pages name (`scripts/build.ts`).

/** Whether `npm run dev` has built the site. */
export const isDevelopment = scripts === "/build/dev/";

/** Every page loads it (`entry.client.ts`). */
export const WAKER = `${scripts}waker.js`;

/** Fetched together with the waker, which imports it when the form is wanted. */
export const FORM_WAITER = `${scripts}when-wanted.js`;

/** Scripts wait for the page. React 18 does not know the attribute, and passes it on only in HTML's spelling. */
export const LOW_PRIORITY = { fetchpriority: "low" };
