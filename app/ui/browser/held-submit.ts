import type { TakenForm } from "./guarded-submit";

/**
 * Holds a form that is sent while there is no connection and before its scripts have come, instead of
 * leaving it for the browser's page of an error.
 *
 * @param say tells that the form waits
 * @returns a function that sends what is held, if anything is
 */
export function holdSubmits(island: HTMLElement, say: () => void): () => void {
  let held: HTMLElement | null = null;
  island.addEventListener("submit", (event) => {
    const { take } = event.target as TakenForm; // only forms are submitted
    if (take || navigator.onLine) return;
    event.preventDefault();
    held = island.querySelector(".button-submit");
    say();
  });
  return () => {
    held?.click();
    held = null;
  };
}
