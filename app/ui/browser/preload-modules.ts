import { scriptUrl } from "./script-address";

/** The form's script. `tests/requests/budgets.test.ts` limits the number of its imports. */
const MODULES = ["hydrate.js"];

export function preloadModules(): HTMLLinkElement[] {
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  return MODULES.map((module) => {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = scriptUrl(module);
    link.nonce = nonce;
    return document.head.appendChild(link);
  });
}
