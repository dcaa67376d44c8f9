/** An http(s) address in a text, without the signs behind it that end a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])/i;

/** A company's plain text, whose http(s) addresses are links. What was entered stays: they open beside it. */
export function LinkedText({ text = "" }: { text?: string | undefined }) {
  return (
    <>
      {text.split(ADDRESS).map((part, index) =>
        index % 2 === 1 && URL.canParse(part) ? (
          <a key={index} href={part} target="_blank" rel="nofollow noopener ugc">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
