/** An http(s) address in a text, without the signs behind it that end a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])/i;

interface LinkedTextProps {
  text: string;
  /** Of the company's own words, where it is not the page's. */
  lang: string | undefined;
  /** That a link opens in a new tab, in the page's language, and this language's tag. */
  newTab: string;
  language: string;
}

/** A company's text, whose http(s) addresses are links. They open in a new tab: no form is lost. */
export function LinkedText({ text, lang, newTab, language }: LinkedTextProps) {
  return (
    <>
      {text.split(ADDRESS).map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={part} target="_blank" rel="nofollow noopener ugc">
            {part}
            <span className="visually-hidden" lang={lang && language}>
              {` (${newTab})`}
            </span>
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
