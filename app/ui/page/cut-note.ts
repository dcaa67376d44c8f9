import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";

/** HTML that follows a company's text, and says that its end was cut. Empty if it wasn't. */
export const cutNote = (isCut: boolean | undefined, language: Language): string =>
  isCut ? `<p lang="${languageTag(language)}">${messagesFor(language)["text.cut"]}</p>` : "";
