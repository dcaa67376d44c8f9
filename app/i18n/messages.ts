import en from "./en";
import esEs from "./es-es";
import esMx from "./es-mx";
import type { Language } from "./language";

/** The interface's messages by key. European Spanish defines the keys. */
export type Messages = Record<keyof typeof esEs, string>;

const ALL: Record<Language, Messages> = { "es-es": esEs, "es-mx": esMx, en };

export function messagesFor(language: Language): Messages {
  return ALL[language];
}
