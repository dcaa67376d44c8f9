import type { ReactElement } from "react";
import { addStyles } from "~/app/ui/browser/add-styles";
import { hydrateIsland, type BuiltIns } from "~/app/ui/browser/hydrate-island";
import { nextTask } from "~/app/ui/browser/next-task";
import formStates from "~/app/ui/styles/formStates.generated.json";
import receiptStyles from "~/app/ui/styles/receipt.generated.json";
import { ReceiptNotice, type ReceiptNoticeProps } from "../receipt/receipt-notice";
import { ApplicationForm } from "./application-form";
import type { ApplicationFormProps } from "./props";

export { settleDraft } from "../draft/sent-draft";

export async function startIsland(host: HTMLElement, page: BuiltIns): Promise<void> {
  await nextTask();
  const { island = "" } = host.dataset;
  const props = document.querySelector(`[data-props="${island}"]`)?.textContent;
  if (props) hydrateIsland(host, await render(island, JSON.parse(props)), page);
  // In a sticky form, browsers don't scroll to a focused field above the viewport.
  host.addEventListener("focusin", (event) => {
    const target = event.target as Element; // only elements receive focus
    if (target.getBoundingClientRect().top >= 0) return;
    scroll(0, 0);
    target.scrollIntoView(false);
  });
}

/** @param props written by the server for this island */
async function render(island: string, props: unknown): Promise<ReactElement> {
  if (island === "receipt") return <ReceiptNotice {...(props as ReceiptNoticeProps)} />;
  // On a receipt page, these styles would override the page's styles.
  addStyles(formStates + receiptStyles);
  const formProps = props as ApplicationFormProps;
  const components = formProps.heldFiles && (await import("./fields/other-file"));
  return <ApplicationForm {...formProps} {...components} />;
}
