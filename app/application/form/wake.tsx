import type { ReactElement } from "react";
import { addStyles } from "../../ui/browser/add-styles";
import { hydrateIsland, type Mending } from "../../ui/browser/hydrate-island";
import formStates from "../../ui/styles/formStates.generated.json";
import { ApplicationForm } from "./application-form";
import type { ApplicationFormProps } from "./props";
import type { ReceiptNoticeProps } from "../receipt/receipt-notice";

/** The islands of a position's page, by the names that the server gave them; so it wrote their props. */
const ISLANDS: Record<string, (props: unknown) => ReactElement | Promise<ReactElement>> = {
  "application-form": (props) => <ApplicationForm {...(props as ApplicationFormProps)} />,
  receipt: async (props) => {
    const { ReceiptNotice } = await import("../receipt/receipt-notice");
    return <ReceiptNotice {...(props as ReceiptNoticeProps)} />;
  },
};

/**
 * Wakes an island of the page, from the props that the server wrote behind it (`Island`): in a task
 * after that in which its code ran, so that a candidate who touches the page waits for one of them.
 */
export async function wakeIsland(host: HTMLElement, page: Mending): Promise<void> {
  // By a message: no timer is held up behind other pages, or redefined by a company's script.
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
  const name = host.dataset.island ?? "";
  // A receipt's page has its own, which these would override.
  if (name !== "receipt") addStyles(formStates);
  const props = document.querySelector(`[data-props="${name}"]`)?.textContent;
  const part = ISLANDS[name];
  if (props && part) {
    const html: { __html: string }[] = [];
    for (const { dataset, innerHTML } of host.querySelectorAll<HTMLElement>("[data-drawn]")) {
      html[Number(dataset.drawn)] = { __html: innerHTML };
    }
    const own = JSON.parse(props) as Partial<ApplicationFormProps>; // an island's own
    const others = own.heldFiles && (await import("./fields/other-file"));
    hydrateIsland(host, await part({ ...own, ...others, html }), page);
  }
  // Scrolling moves a sticky form along: what takes the focus above the window is shown where the form begins.
  host.addEventListener("focusin", (event) => {
    const target = event.target as Element; // what takes the focus is one
    if (target.getBoundingClientRect().top >= 0) return;
    scroll(0, 0);
    target.scrollIntoView(false);
  });
}
