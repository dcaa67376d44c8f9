/** A form that scripts can send. */
export interface ScriptedForm extends HTMLFormElement {
  /** Returns whether the plain form must be sent. Rejects if the scripts fail. */
  send?: (event: Event) => Promise<boolean>;
}

/**
 * Captures `submit` events on the window, and passes them to the form's scripts. If the scripts fail, sends the
 * plain form.
 *
 * @param page `restore` restores native functions that a company's script has broken
 */
export function interceptSubmits(page: { restore: () => unknown }): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on a form below
  const { submit } = HTMLFormElement.prototype;
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as ScriptedForm; // only forms fire `submit`
      page.restore();
      const sendPlain = () => submit.call(form);
      void form.send?.(event).then((isPlain) => isPlain && sendPlain(), sendPlain);
    },
    true,
  );
}
