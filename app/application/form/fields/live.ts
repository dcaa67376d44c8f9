import { fill } from "~/app/i18n/fill";
import type { Messages } from "~/app/i18n/messages";
import { errorText, RULES, type Rule } from "~/app/application/fields/rules";
import { isInvisible } from "~/app/application/fields/invisible";
import type { FormTexts } from "../texts";
import type { CheckedField, FieldCheck } from "../validity";

/** Pause in typing before the count is announced, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

type Texts = FormTexts & Partial<Messages>;

/** Returns the rule for a field's kind, or the default rule for text. */
const getRule = ({ name, type, dataset: { kind = name } }: CheckedField): Rule =>
  (RULES as Partial<Record<string, Rule>>)[kind] ??
  (type === "textarea" ? RULES.long_text : RULES.text);

/**
 * Shows how many characters are left when a text is near its limit.
 *
 * @param language a BCP 47 tag
 * @returns a check of groups of checkboxes, and of the rules that the server also applies
 */
export function enhance(controls: HTMLInputElement[], language: string, texts: Texts): FieldCheck {
  for (const control of controls) {
    const { kind, max } = control.dataset;
    if (max && kind !== "number") addCounter(control, language, texts);
  }
  return (field) => {
    const { name, type, value, validity, dataset } = field;
    const { kind, min, max } = dataset;
    if (kind === "some_of") {
      const isChosen = controls.some((box) => box.name === name && box.checked);
      return isChosen ? undefined : dataset.missing;
    }
    if (validity.badInput) return texts["error.field_date"];
    // A company's script might have turned a date field into a text field.
    if (!(kind || max) || isInvisible(value) || (kind === "date" && type !== kind))
      return undefined;
    const limits = { min: min ? Number(min) : undefined, max: max ? Number(max) : undefined };
    const result = getRule(field)(value, limits, language);
    const message = "error" in result ? texts[result.error] : undefined;
    return message && errorText(message, limits, language);
  };
}

function addCounter(control: HTMLInputElement, language: string, texts: FormTexts): void {
  const max = Number(control.dataset.max);
  let paragraphs: { shown: HTMLElement; announced: HTMLElement } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    const left = max - control.value.length;
    const isNear = left < max / 2;
    if (!isNear && !paragraphs) return;
    const { shown, announced } = (paragraphs ??= addParagraphs(control));
    shown.hidden = !isNear;
    shown.textContent = isNear
      ? fill(texts["form.count_left"], { count: left.toLocaleString(language) })
      : "";
    clearTimeout(timer);
    timer = setTimeout(() => (announced.textContent = shown.textContent), ANNOUNCE_AFTER_MS);
  };
  control.addEventListener("input", show);
  show();
}

function addParagraphs(control: HTMLInputElement) {
  const shown = document.createElement("p");
  shown.className = "hint";
  // Hidden from screen readers, because this text changes with each character.
  shown.ariaHidden = "true";
  const announced = document.createElement("p");
  announced.className = "visually-hidden";
  announced.setAttribute("role", "status");
  for (const after of [announced, shown]) control.insertAdjacentElement("afterend", after);
  return { shown, announced };
}
