import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";

/** HTML that follows a truncated company text and says so; otherwise empty. */
export const cutNote = (isCut: boolean | undefined, language: Language): string =>
  isCut ? `<p lang="${languageTag(language)}">${messagesFor(language)["text.cut"]}</p>` : "";
