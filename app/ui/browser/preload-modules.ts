/** Addresses of the modules that the form imports; `scripts/build.mjs` writes them in. */
const MODULES = ["__MODULES_OF_THE_FORM__"];

/**
 * Makes the browser fetch these modules together with the form, and not only once it has the form.
 *
 * @returns what fetches them
 */
export function preloadModules(): HTMLLinkElement[] {
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  return MODULES.map((module) => {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = module;
    link.nonce = nonce;
    return document.head.appendChild(link);
  });
}
