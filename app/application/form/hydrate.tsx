import type { ReactElement } from "react";
import { addStyles } from "../../ui/browser/add-styles";
import { hydrateIsland, type BuiltIns } from "../../ui/browser/hydrate-island";
import formStates from "../../ui/styles/formStates.generated.json";
import receiptStyles from "../../ui/styles/receipt.generated.json";
import { ReceiptNotice, type ReceiptNoticeProps } from "../receipt/receipt-notice";
import { ApplicationForm } from "./application-form";
import type { ApplicationFormProps } from "./props";

export { settleDraft } from "../draft/sent-draft";

/** Hydrates an island of the page with the props that the server wrote behind it (`Island`). */
export async function startIsland(host: HTMLElement, page: BuiltIns): Promise<void> {
  await nextTask();
  const { island = "" } = host.dataset;
  const props = document.querySelector(`[data-props="${island}"]`)?.textContent;
  if (props) hydrateIsland(host, await render(island, JSON.parse(props)), page);
  // Scrolling moves a sticky form along: a field that takes the focus above the window is scrolled to.
  host.addEventListener("focusin", (event) => {
    const target = event.target as Element; // only elements take the focus
    if (target.getBoundingClientRect().top >= 0) return;
    scroll(0, 0);
    target.scrollIntoView(false);
  });
}

/** @param props as the server wrote them for an island of this name */
async function render(island: string, props: unknown): Promise<ReactElement> {
  if (island === "receipt") return <ReceiptNotice {...(props as ReceiptNoticeProps)} />;
  // A receipt's page has its own styles, which these would override.
  addStyles(formStates + receiptStyles);
  const own = props as ApplicationFormProps;
  const more = own.heldFiles && (await import("./fields/other-file"));
  return <ApplicationForm {...own} {...more} />;
}

/**
 * Ends the task in which the code ran, so that a candidate who touches the page waits for one of the two. A
 * message is not delayed behind other pages, nor redefined by a company's script, as a timer may be.
 */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
