import { hydrateIsland } from "../../ui/hydrate-island";
import { ApplicationForm, type ApplicationFormProps } from "./application-form";

/** Wakes the application form of the page, from the props that the server wrote behind it. */
export function wakeApplicationForm(host: HTMLElement): void {
  const props = document.querySelector("[data-props=application-form]")?.textContent;
  if (!props) return;
  // The server wrote them for this component (`Island`).
  hydrateIsland(host, <ApplicationForm {...(JSON.parse(props) as ApplicationFormProps)} />);
}
