import type { Language } from "./language";

/** Fills in a message's `{placeholders}`. A placeholder without a value stays unchanged. */
export function fill(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

/** The text between a label and its value. French puts a space before the colon. */
export const labelSeparator = (language: Language): string =>
  language === "fr" ? "\u00a0: " : ": ";
