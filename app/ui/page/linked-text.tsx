import { languageTag, type Language } from "../../i18n/language";
import { messagesFor } from "../../i18n/messages";

/** An http(s) address in a text, without the signs behind it that end a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])/i;

interface LinkedTextProps {
  text: string;
  language: Language;
  /** Of the company's own words, where it is not the page's. */
  lang: string | undefined;
}

/** A company's text, whose http(s) addresses are links. They open in a new tab: no form is lost. */
export function LinkedText({ text, language, lang }: LinkedTextProps) {
  return (
    <>
      {text.split(ADDRESS).map((part, index) =>
        index % 2 === 1 && URL.canParse(part) ? (
          <a key={index} href={part} target="_blank" rel="nofollow noopener ugc">
            {part}
            <span className="visually-hidden" lang={lang && languageTag(language)}>
              {` (${messagesFor(language)["form.new_tab"]})`}
            </span>
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
