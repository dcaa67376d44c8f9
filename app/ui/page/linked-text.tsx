/** An http(s) URL without trailing punctuation. */
const URL_PATTERN = /(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])/i;

interface LinkedTextProps {
  text: string;
  /** Language of the text, if it isn't the page's. */
  lang: string | undefined;
  /** Text for screen readers: a link opens in a new tab. */
  newTab: string;
  /** The page's BCP 47 tag. */
  language: string;
}

/** A company's text, with its http(s) URLs as links. Links open in a new tab, so that the form stays open. */
export function LinkedText({ text, lang, newTab, language }: LinkedTextProps) {
  return (
    <>
      {text.split(URL_PATTERN).map((part, index) =>
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
