import { cutText } from "~/contract/html/cut";
import { isBlock, isStruckOut } from "~/contract/html/elements";
import { isElement, isText, type ChildNode } from "~/contract/html/nodes";
import { parseHtml } from "~/contract/html/parse";
import { extractText } from "~/contract/html/text";
import { webAddress } from "~/contract/values";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Unescapes numeric entities and the most common named ones, once: `&amp;amp;` becomes `&amp;`. */
export function unescapeHtml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (entity, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined;
      if (code === undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Removes the first `div` with a class, including its contents. The rest of the HTML is unchanged. */
export function removeDiv(html: string, className: string): string {
  const named = html.indexOf(className);
  const start = named < 0 ? -1 : html.lastIndexOf("<div", named);
  if (start < 0 || html.slice(start, named).includes(">")) return html;
  const tags = /<(\/?)div\b/gi;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth > 0) continue;
    const end = html.indexOf(">", tags.lastIndex);
    return end < 0 ? html : html.slice(0, start) + html.slice(end + 1);
  }
  return html;
}

/** Maximum length of HTML to convert to plain text. Longer HTML is truncated. */
const MAX_CHARACTERS = 100_000;

/**
 * Converts HTML to plain text, without text that its author hid or struck out. Blocks and `<br>` become line breaks.
 * Each link is followed by its URL, as in `our policy (https://acme.example/policy)`.
 */
export const plainText = (html: string): string =>
  readVisibleText(cutText(html, MAX_CHARACTERS))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ *\n\s*/g, "\n")
    .trim();

function readVisibleText(html: string): string {
  try {
    return formatText(parseHtml(html).childNodes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unescapeHtml(extractText(html));
  }
}

const formatText = (nodes: readonly ChildNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.value;
      if (!isElement(node) || isStruckOut(node.tagName)) return "";
      const words = formatText(node.childNodes);
      if (node.tagName === "a") return formatLink(words, node.attrs);
      return isBlock(node.tagName) || node.tagName === "br" ? `\n${words}\n` : words;
    })
    .join("");

function formatLink(words: string, attributes: readonly { name: string; value: string }[]): string {
  const href = attributes.find(({ name }) => name === "href")?.value;
  const url = webAddress.safeParse(href).data;
  if (url === undefined) return words;
  const isAddress = [url, url.replace(/\/$/, "")].includes(words.trim());
  const address = encodeForLink(url);
  return isAddress || words.trim() === "" ? address : `${words} (${address})`;
}

/** Encodes characters at which the site would end a link in plain text. */
const encodeForLink = (address: string): string =>
  address
    // Remove the `?` of an empty query.
    .replace(/^([^?#]*)\?$/, "$1")
    .replace(/['()]|[.,;:!?]$/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
