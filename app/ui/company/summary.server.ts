import { rememberingTexts } from "./remembering-texts.server";

/** How long a summary is, in characters: about what search engines and previews show. */
const SUMMARY_MOST = 160;

/** So much of a text is looked at: its beginning is what is shown. */
const LOOKED_AT = 4000;

/** The entities that sanitised HTML has (`rehype-stringify`), and those of `plainHtml`. */
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/**
 * The beginning of a text as one line of about 160 characters, up to the end of a word.
 *
 * @param text plain text
 */
export function summaryOf(text: string): string {
  const line = text.slice(0, LOOKED_AT).replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length <= SUMMARY_MOST) return line;
  const cut = characters.slice(0, SUMMARY_MOST).join("");
  const isWhole = characters[SUMMARY_MOST] === " ";
  // A single word of such a length is cut where it is.
  const words = isWhole ? cut : cut.replace(/\s\S*$/, "");
  return `${words.replace(/[\s,;:.–-]+$/, "")}…`;
}

/** Elements that stand within a line: what is before and after them is one word. */
const WITHIN = /^(?:a|abbr|b|code|em|i|s|small|span|strong|sub|sup|u)$/i;

/** A tag, as `rehype-stringify` writes it: its attributes are in double quotes. */
const TAG = /<\/?([a-z][a-z\d]*)(?:"[^"]*"|[^">])*>?/gi;

/** The same of a text that is sanitised HTML (`sanitizedHtml`). */
export const summaryOfHtml = rememberingTexts((html) =>
  summaryOf(
    html
      .slice(0, LOOKED_AT)
      .replace(TAG, (_, name: string) => (WITHIN.test(name) ? "" : " "))
      .replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
        (entity, hex?: string, decimal?: string, name?: string) =>
          name === undefined
            ? characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), entity)
            : (NAMED[name.toLowerCase()] ?? entity),
      ),
  ),
);

const characterOf = (code: number, entity: string): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
