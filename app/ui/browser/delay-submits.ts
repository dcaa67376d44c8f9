import type { ScriptedForm } from "./intercept-submits";
import { whenReachable } from "./online";

/** How long an incomplete form waits for its scripts, in ms. */
const MAX_WAIT_MS = 5000;

interface DelayOptions {
  /** Resolves when the form is hydrated or hydration has failed. */
  hydrated: Promise<void>;
  /** Announces that the form is waiting for a connection. */
  say: () => void;
  /** The button's text while the form waits. */
  waiting: string;
}

/**
 * Delays a form that is submitted before its scripts have loaded:
 *
 * - An offline form waits until the site is reachable. Otherwise the browser would show its own error page.
 * - An incomplete form waits for the scripts, which show all errors together. If the scripts don't load
 *   in time, the server shows the errors.
 *
 * @returns a function that restores the button's text, to be called before hydration
 */
export function delaySubmits(
  island: HTMLElement,
  { hydrated, say, waiting }: DelayOptions,
): () => void {
  const button = () => island.querySelector<HTMLElement>(".button-submit");
  /** The button's label and its original text, while the label shows `waiting`. */
  let changed: { label: Element; text: string | null } | undefined;
  let isDelayed = false;
  const isPressed = trackPresses(island, button);

  /** Submits the form. If the browser is offline again, the submit is delayed again. */
  const submit = () => {
    restoreButton();
    isDelayed = false;
    button()?.click();
  };
  const submitIncomplete = () => {
    const form = island.querySelector("form");
    if (form) form.noValidate = true;
    submit();
  };
  const restoreButton = () => {
    if (changed) changed.label.textContent = changed.text;
    changed = undefined;
  };

  island.addEventListener("submit", (event) => {
    const { send } = event.target as ScriptedForm; // only forms fire `submit`
    if (send || navigator.onLine) return;
    event.preventDefault();
    say();
    const label = button()?.firstElementChild ?? button();
    if (label && !changed) {
      changed = { label, text: label.textContent };
      label.textContent = waiting;
    }
    if (!isDelayed) void whenReachable().then(() => hydrated.then(submit));
    isDelayed = true;
  });
  island.addEventListener(
    "invalid",
    (event) => {
      const { form } = event.target as HTMLInputElement & { form: ScriptedForm | null }; // only form controls fire `invalid`
      // Skip offline and hydrated forms, and checks by a company's script.
      if (form?.send || form?.noValidate || !isPressed() || !navigator.onLine) return;
      event.preventDefault();
      if (isDelayed) return;
      isDelayed = true;
      const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
      // Submit in a new task, because a form can't be submitted while it's being validated.
      void Promise.race([hydrated, timeout]).then(() => setTimeout(submitIncomplete));
    },
    true,
  );
  return restoreButton;
}

/** Tracks whether the button is being pressed. A company's script can fire `invalid` by calling `checkValidity`. */
function trackPresses(island: HTMLElement, button: () => HTMLElement | null): () => boolean {
  let isPressed = false;
  island.addEventListener(
    "click",
    ({ target }) => {
      isPressed = !!button()?.contains(target as Node); // a click's target is a node
      setTimeout(() => (isPressed = false));
    },
    true,
  );
  return () => isPressed;
}
