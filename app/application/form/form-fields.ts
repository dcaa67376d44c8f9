import type { FieldName } from "../application";

/** The questions of a position; their fields are numbered, so that any text is safe as a key. */
interface Asked {
  killerQuestions: { text: string }[];
  openQuestions: string[];
}

/** The question of each field that asks one. */
export function questionsByField({
  killerQuestions,
  openQuestions,
}: Asked): Partial<Record<FieldName, string>> {
  return Object.fromEntries([
    ...killerQuestions.map(({ text }, index) => [`question-${index}`, text]),
    ...openQuestions.map((text, index) => [`open_question-${index}`, text]),
  ]) as Partial<Record<FieldName, string>>; // the names are a FieldName's
}

/** Every field that a whole form has. */
export function fieldNames(asked: Asked): string[] {
  return [
    ...["first_name", "last_name", "phone", "cv"],
    ...Object.keys(questionsByField(asked)),
    "privacy_policy",
  ];
}
