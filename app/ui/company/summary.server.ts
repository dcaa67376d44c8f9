import { isBlock } from "~/contract/html/elements";
import { cacheTexts } from "./cache-texts.server";

/** Length in characters that search engines and previews usually show. */
const MAX_LENGTH = 160;

/** Maximum length of the text that is summarized, in characters. */
const MAX_INPUT_LENGTH = 4000;

const NAMED_ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/** Shortens plain text to one line of at most 160 characters, plus an ellipsis if it was cut. */
export function summarize(text: string): string {
  const line = text.slice(0, MAX_INPUT_LENGTH).replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length <= MAX_LENGTH) return line;
  const cut = characters.slice(0, MAX_LENGTH).join("");
  const isWhole = characters[MAX_LENGTH] === " ";
  // Text without spaces is cut inside the word.
  const words = isWhole ? cut : cut.replace(/\s\S*$/, "");
  return `${words.replace(/[\s,;:.–-]+$/, "")}…`;
}

/** A tag as `rehype-stringify` writes it, with attributes in double quotes. */
const TAG = /<\/?([a-z][a-z\d]*)(?:"[^"]*"|[^">])*>?/gi;

/** Summarizes sanitized HTML (`sanitizeHtml`). */
export const summarizeHtml = cacheTexts((html) =>
  summarize(
    html
      .slice(0, MAX_INPUT_LENGTH)
      .replace(TAG, (_, name: string) => (isBlock(name) || name === "br" ? " " : ""))
      .replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
        (entity, hex?: string, decimal?: string, name?: string) =>
          name === undefined
            ? decodeCharacter(
                hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
                entity,
              )
            : (NAMED_ENTITIES[name.toLowerCase()] ?? entity),
      ),
  ),
);

const decodeCharacter = (code: number, entity: string): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
