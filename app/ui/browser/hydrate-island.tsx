import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";
import { Boundary } from "./boundary";
import { rememberEntered } from "./entered";
import { preserveServerHtml } from "./server-html";
import { tolerateMovedNodes } from "./tolerant-dom";

/** Saved in case a company's script replaces it later. */
const { queueMicrotask } = globalThis;

export interface BuiltIns {
  /** Restores all native functions. @returns an undo function; undefined if the restoration failed */
  restore: (all: true) => (() => void) | undefined;
}

/** The first island's `page`, also used for nested islands. */
let firstPage: BuiltIns | undefined;

/**
 * Hydrates an island without losing entered values. If an extension has changed the HTML, React renders the part
 * again with empty fields. The values are therefore saved first, and restored in the same task. If the part
 * throws or a script removes it, the plain HTML replaces it, with the entered values.
 *
 * @returns a function that renders the island again with other props
 */
export function hydrateIsland(
  host: HTMLElement,
  part: ReactNode,
  page = firstPage,
): (part: ReactNode) => void {
  firstPage = page;
  tolerateMovedNodes();
  const plain = host.cloneNode(true) as HTMLElement; // a clone has the same type
  let lastChildren: Element[] = [];
  const restore = rememberEntered(host);
  const restoreHtml = preserveServerHtml(host);
  const fallBack = (focused: Element | null) => {
    const undo = page?.restore(true);
    const removed = document.createElement("div");
    removed.replaceChildren(...lastChildren);
    const restoreLast = lastChildren.length > 0 ? rememberEntered(removed, focused) : restore;
    host.replaceWith(plain);
    restoreLast(plain);
    undo?.();
  };

  let root: Root | undefined;
  const inBoundary = (content: ReactNode) => (
    <Boundary onFailure={fallBack} onMount={restoreHtml}>
      {content}
    </Boundary>
  );
  flushSync(() => {
    // Ignore hydration mismatches, because entered values are restored.
    root = hydrateRoot(host, inBoundary(part), { onRecoverableError: () => undefined });
  });
  const render = (content: ReactNode) => root?.render(inBoundary(content));
  if (!host.hasChildNodes()) return render;
  restore(host);
  lastChildren = [...host.children];
  new MutationObserver(() => {
    if (host.firstElementChild) lastChildren = [...host.children];
    // A company's script might have removed the part. Run after `onFailure`, which receives the focused element.
    queueMicrotask(() => {
      if (host.isConnected && !host.firstElementChild) fallBack(null);
    });
  }).observe(host, { childList: true });
  return render;
}
