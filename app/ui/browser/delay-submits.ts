import type { ScriptedForm } from "./intercept-submits";
import { whenReachable } from "./online";

/** How long an incomplete form waits for its scripts at most, in ms. */
const MAX_WAIT_MS = 5000;

interface DelayOptions {
  /** Resolves when the form's scripts have come, or never will. */
  hydrated: Promise<void>;
  /** Tells that the form waits for a connection. */
  say: () => void;
  /** What the button says meanwhile. */
  waiting: string;
}

/**
 * Holds a form that is sent before its scripts have come:
 *
 * - without a connection, until the site can be reached again, in place of the browser's page of an error;
 * - incomplete, until its scripts show all that is missing, in place of the browser's bubble, which shows one
 *   fault. If they do not come, the server shows it.
 *
 * @returns gives the button its own words back: the scripts expect the form as the server drew it
 */
export function delaySubmits(
  island: HTMLElement,
  { hydrated, say, waiting }: DelayOptions,
): () => void {
  const button = () => island.querySelector<HTMLElement>(".button-submit");
  /** The element with the button's words, and its own words, while it says others. */
  let changed: { label: Element; words: string | null } | undefined;
  let isHeld = false;
  let isPressed = false;

  /** Where the connection has gone meanwhile, the form is held again, or its scripts wait. */
  const send = () => {
    restoreButton();
    isHeld = false;
    button()?.click();
  };
  const sendIncomplete = () => {
    const form = island.querySelector("form");
    if (form) form.noValidate = true;
    send();
  };
  const restoreButton = () => {
    if (changed) changed.label.textContent = changed.words;
    changed = undefined;
  };

  island.addEventListener("submit", (event) => {
    const { take } = event.target as ScriptedForm; // only forms are submitted
    if (take || navigator.onLine) return;
    event.preventDefault();
    say();
    const label = button()?.firstElementChild ?? button();
    if (label && !changed) {
      changed = { label, words: label.textContent };
      label.textContent = waiting;
    }
    if (!isHeld) void whenReachable().then(() => hydrated.then(send));
    isHeld = true;
  });
  // What a company's script has checked is not sent.
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
      // Once the scripts have the form, a company's script may check it as often as it likes.
      if (form?.send || form?.noValidate || !isPressed || !navigator.onLine) return;
      event.preventDefault();
      if (isHeld) return;
      isHeld = true;
      const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
      // In a task of its own: a form that is being checked is not sent.
      void Promise.race([hydrated, late]).then(() => setTimeout(sendIncomplete));
    },
    true,
  );
  return restoreButton;
}
