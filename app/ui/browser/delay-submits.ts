import type { ScriptedForm } from "./intercept-submits";
import { whenReachable } from "./online";

/** How long an incomplete form waits for its scripts, in ms. */
const MAX_WAIT_MS = 5000;

interface DelayOptions {
  /** Resolves when the form is hydrated or hydration has failed. */
  hydrated: Promise<void>;
  /** Shows that the form waits for a connection. */
  say: () => void;
  /** The button's text while the form waits. */
  waiting: string;
}

/**
 * Delays a form that is submitted before its scripts have loaded:
 *
 * - while offline, until the site is reachable, instead of showing the browser's error page;
 * - if incomplete, until the scripts show all errors, instead of the browser's bubble with one error. If the
 *   scripts don't load, the server shows the errors.
 *
 * @returns a function that restores the button's text before hydration
 */
export function delaySubmits(
  island: HTMLElement,
  { hydrated, say, waiting }: DelayOptions,
): () => void {
  const button = () => island.querySelector<HTMLElement>(".button-submit");
  /** The button's label and original text, while it shows another text. */
  let changed: { label: Element; text: string | null } | undefined;
  let isDelayed = false;
  let isPressed = false;

  /** If the browser is offline again, the form is delayed again. */
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
    const { send } = event.target as ScriptedForm; // only forms are submitted
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
  // Only a pressed button submits: a company's script may call `checkValidity`.
  island.addEventListener(
    "click",
    ({ target }) => {
      isPressed = !!button()?.contains(target as Node); // the target of a click is a node
      setTimeout(() => (isPressed = false));
    },
    true,
  );
  island.addEventListener(
    "invalid",
    (event) => {
      const { form } = event.target as HTMLInputElement & { form: ScriptedForm | null }; // a form's control
      // Not for hydrated forms, nor if only a script checks the form.
      if (form?.send || form?.noValidate || !isPressed || !navigator.onLine) return;
      event.preventDefault();
      if (isDelayed) return;
      isDelayed = true;
      const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
      // In a new task, because a form can't be submitted while it's being validated.
      void Promise.race([hydrated, late]).then(() => setTimeout(submitIncomplete));
    },
    true,
  );
  return restoreButton;
}
