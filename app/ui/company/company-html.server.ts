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
 * The HTML that a company may use: text, lists, tables and links. Styles, scripts, forms, frames and
 * pictures are removed, and so are ids and classes, which could be the same as ours.
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
  // Search engines must not take a company's links for our recommendation.
  required: { a: { rel: "nofollow noopener ugc" } },
  clobber: [],
  strip: ["script", "style", "template", "noscript", "iframe", "object"],
};

/** HTML may have pictures, too: over https, and loaded only once they are near. */
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
    // Here a table's own properties are ours: HTML within markdown is left out.
    sanitize: { ...schema, attributes: { ...schema.attributes, table: [["tabIndex", 0]] } },
  });

/** Removes the pictures that have no address of their own. */
function removeUnsafePictures(parent: Root | Element): void {
  parent.children = parent.children.filter((child) => {
    if (child.type !== "element") return true;
    removeUnsafePictures(child);
    return child.tagName !== "img" || String(child.properties.src).startsWith("https:");
  }) as Element["children"];
}

/** Lets the keyboard reach each table: one that is too wide scrolls by itself. */
function makeTablesFocusable({ children }: Root | Element): void {
  for (const child of children) {
    if (child.type !== "element") continue;
    if (child.tagName === "table") child.properties.tabIndex = 0;
    else makeTablesFocusable(child);
  }
}

/** The same of a markdown text, where a table holds no table. */
function makeMarkdownTablesFocusable({
  children,
}: MarkdownRoot | Blockquote | List | ListItem): void {
  for (const child of children) {
    if (child.type === "table") child.data = { hProperties: { tabIndex: 0 } };
    else if (child.type === "blockquote" || child.type === "list" || child.type === "listItem")
      makeMarkdownTablesFocusable(child);
  }
}

/** Falls back to the words alone where a text is beyond its bounds, or deeper than the stack. */
const withPlainFallback = (make: (text: string) => string, plain: (text: string) => string) =>
  cacheTexts((text) => {
    try {
      return make(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return plain(text);
    }
  });

/** A company's HTML without anything that could act on the page around it. */
export const sanitizeHtml = withPlainFallback(
  (html) => {
    if (html.length > MAX_CHARACTERS) throw new RangeError("Too long");
    // The page has one `h1`, and it is ours.
    const tree = parseHtml(html.replace(/<(\/?)h1\b/gi, "<$1h2"));
    return htmlProcessor.stringify(htmlProcessor.runSync(tree));
  },
  (html) => textToHtml(htmlToText(html)),
);

/** A company's markdown as HTML, made safe by the same rules. */
export const renderMarkdown = withPlainFallback((markdown) => {
  const prepared = markdown
    // Comments are not shown, and a parser takes long to find the ends of many.
    .replace(/<!--[^]*?(?:-->|$)/g, "")
    .replace(/<(?=[!?])/g, "&lt;")
    // The page has one `h1`, and it is ours.
    .replace(/^ {0,3}#(?=[ \t])/gm, "##")
    .replace(/^ {0,3}=+[ \t]*$/gm, "---");
  if (!isMarkdownWithinBounds(prepared)) throw new RangeError("Beyond its bounds");
  return String(markdownProcessor.processSync(prepared));
}, textToHtml);

/** A company's sections with their text as HTML: its headings are below the section's `h2`. */
export const renderSections = <S extends { text: string }>(sections: readonly S[] = []) =>
  sections.map(({ text, ...section }) => ({
    ...section,
    html: renderMarkdown(text).replace(
      /<(\/?)h([2-5])>/g,
      (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`,
    ),
  }));

/** A company's CSS, escaped so that it cannot end its `<style>` element. */
export function escapeCss(css: string): string {
  return css.replace(/<(?=\/?style|!--)/gi, "\\3c ");
}
