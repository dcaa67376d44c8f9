import type { TakenForm } from "../../ui/browser/guarded-submit";
import type { Draft } from "./draft";
import { enteredIn } from "./entered-fields";
import { draftKey, writeItem } from "./keys";

/**
 * Stores what was typed before the form's scripts came, when the page is left without a connection. The
 * browser restores it only on the way back to the same page: a candidate who closes the tab, or whose
 * phone drops it, would type it again. With a connection the plain form may just be on its way.
 *
 * @returns removes what was stored: the form still has it
 */
export function keepWhileAsleep(
  island: HTMLElement,
  positionUuid: string,
  applicationId: string,
): () => void {
  let isStored = false;
  const store = () => {
    const form: TakenForm | null = island.querySelector("form");
    const values = enteredIn(form, {});
    if (navigator.onLine || form?.take || Object.keys(values).length === 0) return;
    const draft: Draft = { applicationId, at: Date.now(), values, files: {} };
    writeItem(draftKey(positionUuid), JSON.stringify(draft));
    isStored = true;
  };
  addEventListener("pagehide", store);
  document.addEventListener("visibilitychange", store);
  return () => {
    if (isStored) writeItem(draftKey(positionUuid));
  };
}
