/** Taken before a company's script can replace it. */
const { setTimeout } = globalThis;

/**
 * Watches whether a pointer is pressed, anywhere in the document, until `signal` is aborted.
 *
 * @returns a function that calls another one back in a task of its own: soon, or if a pointer is
 * pressed, when it is released. What is drawn then does not move what is being clicked on.
 */
export function watchPresses(signal: AbortSignal): (then: () => void) => void {
  let isPressed = false;
  for (const press of ["pointerdown", "pointerup", "pointercancel"]) {
    const note = () => (isPressed = press === "pointerdown");
    document.addEventListener(press, note, { capture: true, signal });
  }
  return (then) => {
    if (!isPressed) {
      setTimeout(then);
      return;
    }
    const released = new AbortController();
    const release = () => {
      released.abort();
      setTimeout(then);
    };
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, release, { signal: released.signal });
    }
  };
}
