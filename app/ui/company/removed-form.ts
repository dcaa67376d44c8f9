/** Maximum number of times that the form is restored. */
const MAX_RESTORES = 50;

interface Place {
  element: Element;
  parent: Element;
  next: ChildNode | null;
}

/**
 * Puts the application form back when a company's script removes it or one of its ancestors. The restored
 * form is the same element, with the entered values.
 *
 * @param restore restores the browser's native functions
 * @param say shows a status message
 */
export function restoreRemovedForm(
  restore: (all: true) => (() => void) | undefined,
  say: (text: string) => void,
): void {
  const { setTimeout } = globalThis;
  /** The places of the form and its ancestors, innermost first. */
  let places: Place[] = [];
  let restores = 0;
  const restoreForm = () => {
    const form = document.querySelector("#application");
    if (form) {
      if (form !== places[0]?.element) places = findPlaces(form);
      return;
    }
    if (!places[0]) return;
    const undo = restore(true);
    if (restores++ < MAX_RESTORES) {
      for (let index = places.length - 1, place; (place = places[index]); index--) {
        const { element, parent, next } = place;
        if (element.parentNode === parent) continue;
        parent.insertBefore(element, next?.parentNode === parent ? next : null);
      }
    } else {
      const props = document.querySelector("[data-props]")?.textContent ?? "{}";
      const { texts } = JSON.parse(props) as { texts?: Record<string, string> };
      say(texts?.["error.form"] ?? "");
      observer.disconnect();
    }
    undo?.();
  };
  restoreForm();
  // Wait, because the form's scripts must handle their own failures first.
  const observer = new MutationObserver(() => setTimeout(restoreForm));
  observer.observe(document, { childList: true, subtree: true });
}

function findPlaces(form: Element): Place[] {
  const places: Place[] = [];
  for (
    let element = form, parent;
    (parent = element.parentElement) && element !== document.body;
    element = parent
  ) {
    places.push({ element, parent, next: element.nextSibling });
  }
  return places;
}
