/** A form whose scripts send it. `take` rejects where they cannot. */
export interface ScriptedForm extends HTMLFormElement {
  take?: (event: Event) => Promise<void>;
}

/**
 * Hands a submit to the form's scripts before anybody else hears of it: on the window, in its first
 * phase, from the beginning. Where they fail, the plain form goes.
 *
 * @param page `mend` gives back what a company's script has taken away
 */
export function interceptSubmits(page: { restore: () => unknown }): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on a form below
  const { submit } = HTMLFormElement.prototype;
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as ScriptedForm; // only forms are submitted
      page.restore();
      form.send?.(event).catch(() => submit.call(form));
    },
    true,
  );
}
