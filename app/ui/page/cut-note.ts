import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";

/** A note, as HTML, that a company's text is truncated; otherwise empty. */
export const cutNote = (isCut: boolean | undefined, language: Language): string =>
  isCut ? `<p lang="${languageTag(language)}">${messagesFor(language)["text.cut"]}</p>` : "";
