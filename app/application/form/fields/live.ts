/** How long typing pauses before screen readers are told how many characters are left, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

/**
 * Adds to plain fields what HTML has no attribute for: a counter of the characters that are left, and a
 * check that one of several boxes is checked.
 *
 * @param language a BCP 47 tag
 */
export function liveFields(form: HTMLFormElement, language: string): void {
  for (const text of form.querySelectorAll<HTMLTextAreaElement>("textarea[data-count]")) {
    const counter = document.createElement("p");
    counter.className = "hint";
    // It changes with each letter: it is read aloud when the typing pauses.
    counter.ariaHidden = "true";
    const announced = document.createElement("p");
    announced.className = "visually-hidden";
    announced.setAttribute("role", "status");
    for (const after of [announced, counter]) text.insertAdjacentElement("afterend", after);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const most = text.maxLength;
      const number = most - text.value.length;
      const words = text.dataset.count?.replace("{count}", number.toLocaleString(language)) ?? "";
      counter.textContent = number < most / 2 ? words : "";
    };
    text.addEventListener("input", () => {
      count();
      clearTimeout(timer);
      timer = setTimeout(() => (announced.textContent = counter.textContent), ANNOUNCE_AFTER_MS);
    });
    count();
  }
  for (const box of form.querySelectorAll<HTMLInputElement>("[data-group]")) {
    const group = box.closest("fieldset");
    const judge = () => {
      const isChosen = group?.querySelector(":checked");
      box.setCustomValidity(isChosen ? "" : (box.dataset.missing ?? ""));
    };
    // Before the form's own listener, which clears the message of a group that is valid.
    group?.addEventListener("input", judge);
    judge();
  }
}
