import type { FormField, FormPart } from "./parts";

export const fieldNames = (fields: readonly FormField[], parts: readonly FormPart[]): string[] => [
  ...fields.map(({ name }) => name),
  ...parts.flatMap((part) => (typeof part === "object" ? part.name : part || [])),
];

/** Returns questions' draft keys by control name. Keys contain the text, because a question's number can change. */
export function draftNames(fields: readonly FormField[]): Record<string, string> {
  const names: Record<string, string> = {};
  const counts = new Map<string, number>();
  for (const { name, label } of fields) {
    if (label === undefined || name.startsWith("field-")) continue;
    const before = counts.get(label) ?? 0;
    counts.set(label, before + 1);
    names[name] = `question ${before}: ${label}`;
  }
  return names;
}
