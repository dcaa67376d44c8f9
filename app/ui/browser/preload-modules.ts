import { scriptAddress } from "./script-address";

/** The form's script and its imports that aren't loaded yet (`tests/requests/budgets.test.ts`). */
const MODULES = ["hydrate.js"];

/** Makes the browser fetch the form's scripts in parallel. */
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
