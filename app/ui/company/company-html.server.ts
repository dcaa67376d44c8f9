import type { Element, Root } from "hast";
import type { Blockquote, List, ListItem, Root as MarkdownRoot } from "mdast";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkHtml from "remark-html";
import { unified } from "unified";
import { gfm } from "./gfm.server";
import { parseHtml } from "./parse-html.server";
import { cacheTexts } from "./cache-texts.server";
import {
  MAX_CHARACTERS,
  isMarkdownWithinBounds,
  textToHtml,
  htmlToText,
} from "./text-bounds.server";

/**
 * The HTML that is allowed from a company's Markdown: text, lists, tables and links. Styles, scripts, forms, frames
 * and images are removed. Ids and classes are removed too, because they could collide with ours.
 */
const schema: Options = {
  ...defaultSchema,
  tagNames: (
    "a abbr b blockquote br caption code dd del div dl dt em h2 h3 h4 h5 h6 hr i li ol p pre s small span " +
    "strong sub sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
  attributes: {
    "*": ["lang", "dir"],
    a: ["href", "title"],
    abbr: ["title"],
    ol: ["start", "reversed"],
    td: ["colSpan", "rowSpan"],
    th: ["colSpan", "rowSpan", "scope"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"] },
  // Tell search engines that we don't recommend a company's links.
  required: { a: { rel: "nofollow noopener ugc" } },
  clobber: [],
  strip: ["script", "style", "template", "noscript", "iframe", "object"],
};

/** A company's HTML can also contain images. They must use https, and are loaded lazily. */
const htmlSchema: Options = {
  ...schema,
  tagNames: [...(schema.tagNames ?? []), "img"],
  attributes: { ...schema.attributes, img: ["src", "alt", "width", "height"] },
  protocols: { ...schema.protocols, src: ["https"] },
  required: {
    ...schema.required,
    img: { alt: "", loading: "lazy", referrerPolicy: "no-referrer" },
  },
};

const htmlProcessor = unified()
  .use(rehypeSanitize, htmlSchema)
  .use(() => (tree: Root) => {
    removeUnsafePictures(tree);
    makeTablesFocusable(tree);
  })
  .use(rehypeStringify);

const markdownProcessor = remark()
  .use(gfm)
  .use(() => (tree: MarkdownRoot) => makeMarkdownTablesFocusable(tree))
  .use(remarkHtml, {
    // Only our plugin can set table properties, because HTML in Markdown is removed.
    sanitize: { ...schema, attributes: { ...schema.attributes, table: [["tabIndex", 0]] } },
  });

/** Removes images without an https address. */
function removeUnsafePictures(parent: Root | Element): void {
  parent.children = parent.children.filter((child) => {
    if (child.type !== "element") return true;
    removeUnsafePictures(child);
    return child.tagName !== "img" || String(child.properties.src).startsWith("https:");
  }) as Element["children"];
}

/** Makes tables focusable, because wide tables scroll and must be reachable by keyboard. */
function makeTablesFocusable({ children }: Root | Element): void {
  for (const child of children) {
    if (child.type !== "element") continue;
    if (child.tagName === "table") child.properties.tabIndex = 0;
    else makeTablesFocusable(child);
  }
}

/** Makes tables focusable. Markdown tables can't be nested. */
function makeMarkdownTablesFocusable({
  children,
}: MarkdownRoot | Blockquote | List | ListItem): void {
  for (const child of children) {
    if (child.type === "table") child.data = { hProperties: { tabIndex: 0 } };
    else if (child.type === "blockquote" || child.type === "list" || child.type === "listItem")
      makeMarkdownTablesFocusable(child);
  }
}

/** Falls back to `plain` if a text exceeds the limits or overflows the stack. */
const withPlainFallback = (convert: (text: string) => string, plain: (text: string) => string) =>
  cacheTexts((text) => {
    try {
      return convert(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return plain(text);
    }
  });

/** Makes a company's HTML safe to insert into a page. */
export const sanitizeHtml = withPlainFallback(
  (html) => {
    if (html.length > MAX_CHARACTERS) throw new RangeError("Too long");
    // The page has its own `h1`.
    const tree = parseHtml(html.replace(/<(\/?)h1\b/gi, "<$1h2"));
    return htmlProcessor.stringify(htmlProcessor.runSync(tree));
  },
  (html) => textToHtml(htmlToText(html)),
);

/** Converts a company's Markdown to safe HTML. */
export const renderMarkdown = withPlainFallback((markdown) => {
  const prepared = markdown
    // Parsing is slow if there are many comments.
    .replace(/<!--[^]*?(?:-->|$)/g, "")
    .replace(/<(?=[!?])/g, "&lt;")
    // The page has its own `h1`.
    .replace(/^ {0,3}#(?=[ \t])/gm, "##")
    .replace(/^ {0,3}=+[ \t]*$/gm, "---");
  if (!isMarkdownWithinBounds(prepared)) throw new RangeError("Exceeds the limits");
  return String(markdownProcessor.processSync(prepared));
}, textToHtml);

/** Renders a company's sections. Lowers the headings in their texts below the section's own `h2`. */
export const renderSections = <S extends { text: string }>(sections: readonly S[] = []) =>
  sections.map(({ text, ...section }) => ({
    ...section,
    html: renderMarkdown(text).replace(
      /<(\/?)h([2-5])>/g,
      (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`,
    ),
  }));

/** Escapes a company's CSS so that it can't end its `<style>` element. */
export function escapeCss(css: string): string {
  return css.replace(/<(?=\/?style|!--)/gi, "\\3c ");
}
