import { candidateFields, isChoice, isPrivate, type Form } from "../draft/entered-fields";
import type { Answers } from "../model/receipt";

/** Returns the answers, without voluntary answers, files and consents. */
export function readAnswers(form: Form): Answers {
  const answers: Answers = {};
  for (const field of candidateFields(form)) {
    const { name, type, value } = field;
    if (isPrivate(field) || (type === "checkbox" && value === "true")) continue;
    const text = isChoice(field)
      ? field.checked && field.labels?.[0]?.textContent.trim()
      : "selectedOptions" in field && value
        ? field.selectedOptions[0]?.text
        : value;
    if (text) answers[name] = answers[name] ? `${answers[name]}, ${text}` : text;
  }
  return answers;
}
