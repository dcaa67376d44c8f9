import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { Boundary } from "./boundary";
import { rememberEntered } from "./entered";
import { preserveServerHtml } from "./server-html";
import { tolerateMovedNodes } from "./tolerant-dom";

/** Taken before a company's script can replace it: the form is hydrated with the browser's own. */
const { queueMicrotask } = globalThis;

export interface BuiltIns {
  /** Gives back all of the browser's own functions. @returns what puts a company's there again */
  restore: (all: true) => (() => void) | undefined;
}

/**
 * Hydrates an island without losing what was entered. If an extension has changed the HTML, React renders
 * the part again with empty fields, so what was entered is remembered first and restored in the same task.
 * If the part throws, now or later, or is removed, the plain HTML comes back with everything that was
 * entered.
 */
export function hydrateIsland(host: HTMLElement, part: ReactNode, page: BuiltIns): void {
  tolerateMovedNodes();
  const plain = host.cloneNode(true) as HTMLElement; // a clone is of the same kind
  let last: Element | null = null;
  const restore = rememberEntered(host);
  const restoreHtml = preserveServerHtml(host);
  const fallBack = (focused: Element | null) => {
    const putBack = page.restore(true);
    const restoreLast = last ? rememberEntered(last, focused) : restore;
    host.replaceWith(plain);
    restoreLast(plain);
    putBack?.();
  };

  flushSync(() => {
    const island = (
      <Boundary onFailure={fallBack} onMount={restoreHtml}>
        {part}
      </Boundary>
    );
    // Rendering it again is no error: everything that was entered is restored.
    hydrateRoot(host, island, { onRecoverableError: () => undefined });
  });
  if (!host.hasChildNodes()) return;
  restore(host);
  new MutationObserver(() => {
    last = host.firstElementChild ?? last;
    // After the boundary, which knows where the focus was. A company's script may have removed the part.
    queueMicrotask(() => {
      if (host.isConnected && !host.firstElementChild) fallBack(null);
    });
  }).observe(host, { childList: true });
  last = host.firstElementChild ?? last;
}
