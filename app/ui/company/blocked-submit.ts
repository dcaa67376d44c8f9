const FORM = "#application";
const BUTTON = `${FORM} button.button-submit`;

/**
 * Lets the application's form go where a company's script keeps back its submit, which no script of ours
 * has taken, or the click on its button.
 */
export function sendBlockedSubmits(): void {
  /* oxlint-disable typescript/unbound-method -- called on elements below */
  const { submit } = HTMLFormElement.prototype;
  // Safari 15 has no `requestSubmit`: there the server checks what the browser does not.
  const { requestSubmit = submit } = HTMLFormElement.prototype as Partial<HTMLFormElement>;
  const { closest } = Element.prototype;
  const { setTimeout } = window;
  /* oxlint-enable typescript/unbound-method */
  let submits = 0;

  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement; // only forms are submitted
      if (!closest.call(form, FORM)) return;
      submits += 1;
      const isTaken = "take" in form;
      setTimeout(() => {
        // Without a connection it is held for good reason (`delay-submits.ts`).
        if (event.defaultPrevented && !isTaken && navigator.onLine) submit.call(form);
      });
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && closest.call(event.target, BUTTON);
      const before = submits;
      if (!(button instanceof HTMLButtonElement)) return;
      setTimeout(() => {
        if (event.defaultPrevented && submits === before && button.form) {
          requestSubmit.call(button.form, button);
        }
      });
    },
    true,
  );
}
