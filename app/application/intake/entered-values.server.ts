import { fill } from "~/app/i18n/fill";
import type { Messages } from "~/app/i18n/messages";
import type { PositionPage } from "~/app/platform/types";
import { matchOption } from "../fields/choice";
import type { FieldValues } from "../model/application";

/**
 * Returns the entered values for rendering the form again. Omits answers that the position's killer
 * questions do not offer.
 */
export function enteredValues(
  values: ReadonlyMap<string, string>,
  { killerQuestions, openQuestions }: Pick<PositionPage, "killerQuestions" | "openQuestions">,
): FieldValues {
  const chosen = killerQuestions.flatMap(({ answers }, index) => {
    const name = `question-${index}`;
    return [[name, matchOption(answers, values.get(name) ?? "")]];
  });
  const entered = [...values].filter(([name]) => isShownAgain(name, openQuestions.length));
  return Object.fromEntries([...entered, ...chosen]) as FieldValues; // the names were just checked
}

/**
 * Returns the candidate's texts with labels, for a page without the form. Omits values that might be option ids,
 * which mean nothing without their questions.
 */
export function writtenTexts(values: ReadonlyMap<string, string>, t: Messages) {
  const answers = [...values]
    .filter(([name, text]) => name.startsWith("open_question-") || isFreeText(name, text))
    .map(([, text], index) => ({ label: fill(t["screen.answer"], { number: index + 1 }), text }));
  const written = [
    { label: t["apply.full_name"], text: values.get("first_name") ?? "" },
    { label: t["apply.last_name"], text: values.get("last_name") ?? "" },
    { label: t["apply.phone"], text: values.get("phone") ?? "" },
    ...answers,
  ];
  return written.filter(({ text }) => text.trim() !== "");
}

/** Whether a value looks like free text rather than an option's id. */
const isFreeText = (name: string, text: string): boolean =>
  name.startsWith("field-") && /[\s@./]/.test(text.trim());

function isShownAgain(name: string, openQuestions: number): boolean {
  const open = /^open_question-(\d+)$/.exec(name)?.[1];
  if (open !== undefined) return Number(open) < openQuestions;
  return /^(first_name|last_name|phone|privacy_policy)$/.test(name);
}
