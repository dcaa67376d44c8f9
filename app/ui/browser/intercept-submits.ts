/** A form that scripts send. `send` rejects if they fail. */
export interface ScriptedForm extends HTMLFormElement {
  send?: (event: Event) => Promise<void>;
}

/**
 * Passes submits to the form's scripts before any other listener, by capturing them on the window. If the
 * scripts fail, sends the plain form.
 *
 * @param page `restore` restores native functions that a company's script has broken
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
