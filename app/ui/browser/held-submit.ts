import type { TakenForm } from "./guarded-submit";
import { reachable } from "./online";

/**
 * Holds a form that is sent while there is no connection and before its scripts have come, instead of
 * leaving it for the browser's page of an error. It goes when the site can be reached again, and its
 * scripts have come or failed.
 *
 * @param awake resolves when the scripts have come, or never will
 * @param say tells that the form waits
 */
export function holdSubmits(island: HTMLElement, awake: Promise<void>, say: () => void): void {
  let held: HTMLElement | null = null;
  island.addEventListener("submit", (event) => {
    const { take } = event.target as TakenForm; // only forms are submitted
    if (take || navigator.onLine) return;
    event.preventDefault();
    say();
    if (!held) void reachable().then(() => awake.then(send));
    held = island.querySelector(".button-submit");
  });
  /** Where the connection has gone meanwhile, the form is held anew, or its scripts wait. */
  function send() {
    const button = held;
    held = null;
    button?.click();
  }
}
