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
    text.insertAdjacentElement("afterend", left);
    const count = () => {
      const most = text.maxLength;
      const number = most - text.value.length;
      const said = text.dataset.count?.replace("{count}", number.toLocaleString(language)) ?? "";
      left.textContent = number < most / 2 ? said : "";
    };
    text.addEventListener("input", count);
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
