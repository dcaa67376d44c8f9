import type { AskedField, FormPart } from "./parts";

/** Every field that a whole form has. */
export const fieldNames = (asked: readonly AskedField[], parts: readonly FormPart[]): string[] => [
  ...asked.map(({ name }) => name),
  ...parts.flatMap((part) => (typeof part === "object" ? part.name : part || [])),
];

/** Under which name each question's answer is kept: the question's, which may change its place. */
export function draftNames(asked: readonly AskedField[]): Record<string, string> {
  const names: Record<string, string> = {};
  const times = new Map<string, number>();
  for (const { name, text } of asked) {
    if (text === undefined || name.startsWith("field-")) continue;
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    names[name] = `question ${before}: ${text}`;
  }
  return names;
}
