import { addStyles } from "../../ui/browser/add-styles";
import type { ScriptedForm } from "../../ui/browser/intercept-submits";
import { forgetApplied, hasApplied, rememberApplied } from "./applied-positions";
import { storeReceiptId, readReceiptId } from "./applied-positions";
import { hasDraft } from "../draft/keys";

/** The props of a form or of a receipt, as far as the entry script reads them. */
export interface IslandProps {
  position?: { uuid: string };
  submission?: { state: string } | undefined;
  positionUuid?: string;
  receipt?: Receipt;
}

interface Receipt {
  id: string;
  status: string;
}

/**
 * Stores that a position was applied to, with its receipt. Where that application was not delivered, or its
 * receipt is gone, the position may be applied to again; an older receipt's page says nothing of a newer one.
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
 * Stores what a page says of its application, and puts the applied state in the place of a form whose
 * position is in the stored list, now or later. A form that is awake does so itself.
 *
 * @param settleDraft receives a receipt whose draft is stored
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
  const look = () => {
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
    import("../../ui/styles/applied.generated.json").then(
      (css) => addStyles(css.default),
      () => undefined,
    );
  };
  addEventListener("storage", look);
  addEventListener("pageshow", look);
  look();
}
