import type { FieldName } from "../model/application";

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

/** Under which name each question's answer is kept: the question's, which may change its place. */
export function draftNames(asked: Asked): Record<string, string> {
  const names: Record<string, string> = {};
  const times = new Map<string, number>();
  for (const [field, text = ""] of Object.entries(questionsByField(asked))) {
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    names[field] = `question ${before}: ${text}`;
  }
  return names;
}
