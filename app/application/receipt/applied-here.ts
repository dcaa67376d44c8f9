import { addStyles } from "~/app/ui/browser/add-styles";
import type { ScriptedForm } from "~/app/ui/browser/intercept-submits";
import {
  forgetApplied,
  hasApplied,
  readReceiptId,
  rememberApplied,
  storeReceiptId,
} from "~/app/ui/browser/applied-positions";
import { hasDraft } from "../draft/keys";
import type { ReceiptStatus } from "../model/receipt";

/** Props of a form or receipt, read before hydration. */
export interface IslandProps {
  position?: { uuid: string };
  submission?: { state: string } | undefined;
  positionUuid?: string;
  receipt?: Receipt;
}

interface Receipt {
  id: string;
  status: ReceiptStatus | "gone";
}

/**
 * Stores the receipt id and lists the position as applied. If the delivery failed or the receipt is gone, removes
 * both instead, but only if this receipt id is stored.
 */
export function storeReceipt(positionUuid: string, { id, status }: Receipt): void {
  if (status !== "undelivered" && status !== "gone") {
    storeReceiptId(positionUuid, id);
    rememberApplied(positionUuid);
  } else if (readReceiptId(positionUuid) === id) {
    storeReceiptId(positionUuid);
    forgetApplied(positionUuid);
  }
}

/**
 * Stores the page's application status. Replaces the form with the applied notice once the position is in the
 * stored list. A hydrated form renders the notice itself.
 * @param settleDraft called with the receipt if a draft is stored for it or for its position
 */
export function settleApplied(
  props: IslandProps,
  settleDraft: (positionUuid: string, receipt: Receipt) => void,
): void {
  const { receipt, positionUuid = "", position, submission } = props;
  if (receipt) {
    storeReceipt(positionUuid, receipt);
    if ([positionUuid, receipt.id].some(hasDraft)) settleDraft(positionUuid, receipt);
  }
  if (!position) return;
  const { uuid } = position;
  if (submission?.state === "applied") rememberApplied(uuid);
  const replaceForm = () => {
    const form = document.querySelector<ScriptedForm>("form#application");
    const notice = document.querySelector("[type='text/html']")?.textContent;
    if (!form || !notice || form.send || !hasApplied(uuid)) return;
    const hadFocus = form.contains(document.activeElement);
    form.parentElement?.removeAttribute("data-island");
    form.outerHTML = notice;
    const link = document.querySelector<HTMLAnchorElement>("#application [href$='receipt=']");
    const receiptId = readReceiptId(uuid);
    if (link && receiptId) link.href += receiptId;
    else link?.remove();
    if (hadFocus) document.getElementById("application-title")?.focus();
    import("~/app/ui/styles/applied.generated.json").then(
      (css) => addStyles(css.default),
      () => undefined,
    );
  };
  addEventListener("storage", replaceForm);
  addEventListener("pageshow", replaceForm);
  replaceForm();
}
