/** How often a form is put back: a script that never stops removing it is not fought for ever. */
const MAX_RESTORES = 50;

interface Place {
  element: Element;
  parent: Element;
  next: ChildNode | null;
}

/**
 * Puts the application's form back where a company's script removes it, or what it stands in. It is the
 * same element, with what was typed.
 *
 * @param mend gives back the browser's own functions
 * @param say shows words to the candidate
 */
export function restoreRemovedForm(
  mend: (all: true) => (() => void) | undefined,
  say: (words: string) => void,
): void {
  const { setTimeout } = globalThis;
  /** Of the form and all that it stands in, from the inside. */
  let places: Place[] = [];
  let times = 0;
  const restoreForm = () => {
    const form = document.querySelector("#application");
    if (form) {
      if (form !== places[0]?.element) places = findPlaces(form);
      return;
    }
    if (!places[0]) return;
    const putBack = mend(true);
    if (times++ < MAX_RESTORES) {
      for (let at = places.length - 1, place; (place = places[at]); at--) {
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
    putBack?.();
  };
  restoreForm();
  // After the form's own scripts, which have other means where they fail.
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
