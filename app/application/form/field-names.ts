import type { FormField, FormPart } from "./parts";

/** The names of all fields of a form. */
export const fieldNames = (fields: readonly FormField[], parts: readonly FormPart[]): string[] => [
  ...fields.map(({ name }) => name),
  ...parts.flatMap((part) => (typeof part === "object" ? part.name : part || [])),
];

/** The names of the questions in a draft: a question may change its place in the form. */
export function draftNames(fields: readonly FormField[]): Record<string, string> {
  const names: Record<string, string> = {};
  const times = new Map<string, number>();
  for (const { name, label } of fields) {
    if (label === undefined || name.startsWith("field-")) continue;
    const before = times.get(label) ?? 0;
    times.set(label, before + 1);
    names[name] = `question ${before}: ${label}`;
  }
  return names;
}
