import type { ScriptedForm } from "../../ui/browser/intercept-submits";
import type { Draft } from "./draft";
import { readEntered } from "./entered-fields";
import { draftKey, readItem, writeItem } from "./keys";

/**
 * Stores what was typed before the form's scripts loaded, when the page is left without a connection. The
 * browser restores it only on the way back to the same page: a candidate who closes the tab, or whose
 * phone drops it, would type it again. With a connection the plain form may just be on its way.
 *
 * @returns removes what was stored, because the form still has it, unless another tab has gone on with it
 */
export function storeUntilHydrated(
  island: HTMLElement,
  positionUuid: string,
  applicationId: string,
): () => void {
  const key = draftKey(positionUuid);
  let stored: string | undefined;
  const store = () => {
    const form: ScriptedForm | null = island.querySelector("form");
    const values = readEntered(form, {});
    if (navigator.onLine || form?.send || Object.keys(values).length === 0) return;
    const draft: Draft = { applicationId, at: Date.now(), values, files: {} };
    stored = JSON.stringify(draft);
    writeItem(key, stored);
  };
  addEventListener("pagehide", store);
  document.addEventListener("visibilitychange", store);
  return () => {
    if (stored !== undefined && readItem(key) === stored) writeItem(key);
  };
}
