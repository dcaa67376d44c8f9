/** How long typing pauses before what is left is said, in ms. */
const SAID_AFTER_MS = 1000;

/**
 * What plain fields do besides, once scripts are there: a long text says how many characters it still
 * takes, and of several boxes one must be checked, for which HTML has no word.
 *
 * @param language a BCP 47 tag
 */
export function liveFields(form: HTMLFormElement, language: string): void {
  for (const text of form.querySelectorAll<HTMLTextAreaElement>("textarea[data-count]")) {
    const left = document.createElement("p");
    left.className = "hint";
    // It changes with each letter: it is read aloud when the typing pauses.
    left.ariaHidden = "true";
    const said = document.createElement("p");
    said.className = "visually-hidden";
    said.setAttribute("role", "status");
    for (const after of [said, left]) text.insertAdjacentElement("afterend", after);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const most = text.maxLength;
      const number = most - text.value.length;
      const words = text.dataset.count?.replace("{count}", number.toLocaleString(language)) ?? "";
      left.textContent = number < most / 2 ? words : "";
    };
    text.addEventListener("input", () => {
      count();
      clearTimeout(timer);
      timer = setTimeout(() => (said.textContent = left.textContent), SAID_AFTER_MS);
    });
    count();
  }
  for (const box of form.querySelectorAll<HTMLInputElement>("[data-group]")) {
    const group = box.closest("fieldset");
    const judge = () => {
      const isChosen = group?.querySelector(":checked");
      box.setCustomValidity(isChosen ? "" : (box.dataset.missing ?? ""));
    };
    // Before the form hears of it, and says no more of what is right.
    group?.addEventListener("input", judge);
    judge();
  }
}
