import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { Boundary } from "./boundary";
import { rememberEntered } from "./entered";
import { tolerateMovedNodes } from "./tolerant-dom";

/**
 * Wakes an island, and loses nothing by it. React draws a part anew, and empties it, when the page
 * is not what the server sent (an extension has been at it): so what was entered is remembered
 * before and put back after, with nothing in between. When the part itself fails, then or later,
 * the plain HTML comes back with everything entered, and works as it does without scripts.
 */
export function hydrateIsland(host: HTMLElement, part: ReactNode): void {
  tolerateMovedNodes();
  const plain = host.cloneNode(true) as HTMLElement; // a clone is of the same kind
  let last: Element | null = null;
  const restore = rememberEntered(host);
  const fallBack = () => {
    const restoreLast = last ? rememberEntered(last) : restore;
    host.replaceWith(plain);
    restoreLast(plain);
  };

  flushSync(() => {
    hydrateRoot(host, <Boundary onFailure={fallBack}>{part}</Boundary>, {
      // Drawn anew, with everything put back: no fault that anybody should hear of.
      onRecoverableError: () => undefined,
    });
  });
  if (!host.hasChildNodes()) return;
  restore(host);
  new MutationObserver(() => {
    last = host.firstElementChild ?? last;
  }).observe(host, { childList: true });
  last = host.firstElementChild ?? last;
}
