const FORM = "#application";
const BUTTON = `${FORM} button.button-submit`;

/**
 * Sends the application form if a company's script cancels the click on its button, or disables the button. Does the
 * same if the script cancels the `submit` event before our scripts handle it.
 *
 * @param countRestores counts how often the form's controls were restored
 */
export function sendBlockedSubmits(countRestores: () => number): void {
  /* oxlint-disable typescript/unbound-method -- called on elements below */
  const { submit } = HTMLFormElement.prototype;
  // Safari 15 has no `requestSubmit`. `submit` skips the browser's validation, but the server validates too.
  const { requestSubmit = submit } = HTMLFormElement.prototype as Partial<HTMLFormElement>;
  const { closest } = Element.prototype;
  const { setTimeout } = window;
  /* oxlint-enable typescript/unbound-method */
  let submits = 0;

  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement; // only forms fire `submit`
      if (!closest.call(form, FORM)) return;
      submits += 1;
      const isScripted = "send" in form;
      setTimeout(() => {
        // While offline, our code cancels the event (`delay-submits.ts`).
        if (event.defaultPrevented && !isScripted && navigator.onLine) submit.call(form);
      });
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && closest.call(event.target, BUTTON);
      const before = submits;
      const restores = countRestores();
      if (!(button instanceof HTMLButtonElement)) return;
      setTimeout(() => {
        const isBlocked = event.defaultPrevented || countRestores() > restores;
        if (isBlocked && submits === before && button.form) {
          requestSubmit.call(button.form, button);
        }
      });
    },
    true,
  );
}
