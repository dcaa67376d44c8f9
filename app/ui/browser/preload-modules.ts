/** Addresses of what the form's code imports; the build writes them in (`scripts/build.mjs`). */
const MODULES = ["__MODULES_OF_THE_FORM__"];

/** Has the browser fetch them side by side with the form's code, not when it has found out. */
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
