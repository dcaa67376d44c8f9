import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { ApplicationForm } from "./application/form/application-form";
import { runCompanyScript } from "./position/company-script";

/** The parts of a page that scripts wake, by the names that `Island` gives them. */
const islands: Record<string, ComponentType<never>> = { "application-form": ApplicationForm };

for (const host of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const name = host.dataset.island ?? "";
  const props = document.querySelector(`[data-props="${name}"]`)?.textContent;
  // The props were written for this component by the server, under the same name.
  const Part = islands[name] as ComponentType<object> | undefined;
  if (Part && props) hydrateRoot(host, <Part {...(JSON.parse(props) as object)} />);
}
runCompanyScript();
