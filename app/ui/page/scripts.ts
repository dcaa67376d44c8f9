/*
 * The addresses of the scripts that pages name, which the build writes in (`scripts/build.mjs`). They
 * change with what is in the scripts.
 */

/** The waker, which every page loads (`entry.client.ts`). */
export const WAKER = "__SCRIPT:app/entry.client.ts__";

/** What waits until the form is wanted: fetched together with the waker, which asks for it. */
export const FORM_WAITER = "__SCRIPT:app/application/form/when-wanted.ts__";

/** Scripts wait for the page. React 18 does not know the attribute, and passes it on only in HTML's spelling. */
export const LOW_PRIORITY = { fetchpriority: "low" };
