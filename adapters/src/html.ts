import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { webAddress } from "../../contract/values";

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

const BREAKS = /^(br|p|div|li|h[1-6]|ul|ol|tr)$/;

/** Limits of HTML that becomes plain text. The rest of a longer text, and deeper elements, are left out. */
const MAX_CHARACTERS = 100_000;
const MAX_DEPTH = 100;

/**
 * Converts HTML to plain text. Blocks and `<br>` become line breaks. Links are followed by their addresses,
 * as in `our policy (https://acme.example/policy)`.
 */
export const plainText = (html: string): string =>
  extractText(parseFragment(html.slice(0, MAX_CHARACTERS)).childNodes)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ *\n\s*/g, "\n")
    .trim();

const extractText = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[], depth = 0): string =>
  nodes
    .map((node) => {
      if ("value" in node) return node.value;
      if (!("tagName" in node) || /^(script|style)$/.test(node.tagName)) return "";
      const words = depth < MAX_DEPTH ? extractText(node.childNodes, depth + 1) : "";
      if (node.tagName === "a") return formatLink(words, node.attrs);
      return BREAKS.test(node.tagName) ? `\n${words}\n` : words;
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
