import type { Texts } from "~/contract/texts";
import de from "./de";
import en from "./en";
import esEs from "./es-es";
import esMx from "./es-mx";
import fr from "./fr";
import type { Language } from "./language";
import ptBr from "./pt-br";

/** The interface's messages by key. European Spanish defines the keys. */
export type Messages = Record<keyof typeof esEs, string>;

const ALL: Record<Language, Messages> = {
  "es-es": esEs,
  "es-mx": esMx,
  en,
  "pt-br": ptBr,
  fr,
  de,
};

/** Each company's messages. Its texts are the same object until the company is read again. */
const companyMessages = new WeakMap<object, Messages>();

/** @param texts the company's texts, by language */
export function messagesFor(language: Language, texts?: Texts): Messages {
  const companyTexts = texts?.[language];
  if (!companyTexts) return ALL[language];
  const messages = companyMessages.get(companyTexts) ?? { ...ALL[language], ...companyTexts };
  companyMessages.set(companyTexts, messages);
  return messages;
}
