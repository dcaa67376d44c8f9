import { scriptAddress } from "./script-address";

/** The form's script and what it imports beside the scripts that have loaded (`tests/requests/budgets.test.ts`). */
const MODULES = ["hydrate.js"];

/** Makes the browser fetch the form's scripts together. */
export function preloadModules(): HTMLLinkElement[] {
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  return MODULES.map((module) => {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = scriptAddress(module);
    link.nonce = nonce;
    return document.head.appendChild(link);
  });
}
