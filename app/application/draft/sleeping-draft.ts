import type { TakenForm } from "../../ui/browser/guarded-submit";
import type { Draft } from "./draft";
import { enteredIn } from "./entered-fields";
import { draftKey } from "./keys";

/**
 * Keeps what was entered into a form whose scripts have not come when its page is left without a connection,
 * which may be for good. With one, the form may just be on its way. It has no file: a file takes longer to keep than a page has that is left.
 *
 * @returns forgets what was kept: the form has it still, and will keep it itself
 */
export function keepWhileAsleep(
  island: HTMLElement,
  positionUuid: string,
  applicationId: string,
): () => void {
  let isKept = false;
  const keep = () => {
    if (navigator.onLine) return;
    const form: TakenForm | null = island.querySelector("form");
    const values = enteredIn(form, {});
    if (!form || form.take || Object.keys(values).length === 0) return;
    const draft: Draft = { applicationId, at: Date.now(), values };
    try {
      localStorage.setItem(draftKey(positionUuid), JSON.stringify(draft));
      isKept = true;
    } catch {
      // Full or forbidden: the browser may still have it.
    }
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  return () => {
    if (isKept) localStorage.removeItem(draftKey(positionUuid));
  };
}
