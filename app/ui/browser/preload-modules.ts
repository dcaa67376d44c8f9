/** Addresses of the modules that the form imports; `scripts/build.mjs` writes them in. */
const MODULES = ["__MODULES_OF_THE_FORM__"];

/** Makes the browser fetch these modules together with the form, and not only once it has the form. */
export function preloadModules(): void {
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  for (const module of MODULES) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = module;
    link.nonce = nonce;
    document.head.appendChild(link);
  }
}
