import type { ScriptedForm } from "~/app/ui/browser/intercept-submits";
import type { Draft } from "./draft";
import { readEntered } from "./entered-fields";
import { readItem, writeItem } from "~/app/ui/browser/local-storage";
import { draftKey } from "./keys";

/**
 * Stores values typed before the form's scripts have loaded, if the page is hidden or left while offline. While
 * online, the values are not stored, because the candidate might be submitting the plain form.
 *
 * @returns a function that removes the stored draft, unless another tab has changed it
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
