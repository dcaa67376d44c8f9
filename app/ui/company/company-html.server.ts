import type { Element, Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkHtml from "remark-html";
import { unified } from "unified";
import { parseFragment } from "parse5";
import { isStruckOut } from "~/contract/html/elements";
import { parseHtml } from "~/contract/html/parse";
import { softenText } from "~/contract/html/spaces";
import { extractText } from "~/contract/html/text";
import { gfm } from "./gfm.server";
import { cacheTexts } from "./cache-texts.server";
import { MAX_CHARACTERS, isMarkdownWithinBounds, textToHtml } from "./text-bounds.server";

/**
 * The HTML allowed in a company's Markdown: text, lists, tables and links. Styles, scripts, forms, frames and
 * images are removed. Ids and classes are removed too, because they could collide with ours.
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
    ol: ["start", "reversed", ["type", "1", "a", "A", "i", "I"]],
    li: [["value", /^-?\d{1,9}$/]],
    td: ["colSpan", "rowSpan"],
    th: ["colSpan", "rowSpan", "scope"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"] },
  // Tell search engines that we don't endorse a company's links.
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

const createProcessor = (allowed: Options) =>
  unified()
    .use(rehypeSanitize, allowed)
    .use(() => (tree: Root) => {
      removeElements(tree, isUnsafePicture);
      setTabIndex(tree, 0);
    })
    .use(rehypeStringify)
    .freeze();

const htmlProcessor = createProcessor(htmlSchema);
const markdownProcessor = createProcessor(schema);

const markdownToHtml = remark().use(gfm).use(remarkHtml, { sanitize: false }).freeze();

/** Removes elements with their contents. */
function removeElements(parent: Root | Element, isUnwanted: (element: Element) => boolean): void {
  parent.children = parent.children.filter((child) => {
    if (child.type !== "element") return true;
    removeElements(child, isUnwanted);
    return !isUnwanted(child);
  }) as Element["children"];
}

const isUnsafePicture = ({ tagName, properties }: Element) =>
  tagName === "img" && !String(properties.src).startsWith("https:");

/** Sets the `tabindex` of tables. Wide tables scroll, so a page's tables must be reachable by keyboard. */
function setTabIndex({ children }: Root | Element, tabIndex: 0 | undefined): void {
  for (const child of children) {
    if (child.type !== "element") continue;
    if (child.tagName === "table") child.properties.tabIndex = tabIndex;
    else setTabIndex(child, tabIndex);
  }
}

/** Falls back to `plain` if the text exceeds the limits or overflows the stack. */
const withPlainFallback = (convert: (text: string) => string, plain: (text: string) => string) =>
  cacheTexts((text) => {
    try {
      return convert(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return plain(text);
    }
  });

function toRoot(fragment: ReturnType<typeof parseHtml>): Root {
  const root = fromParse5(fragment);
  if (root.type !== "root") throw new TypeError("A fragment must have a root");
  return root;
}

/** Normalizes HTML, and makes it safe to insert into a page. */
const render = (html: string, processor: typeof htmlProcessor): string =>
  processor.stringify(processor.runSync(toRoot(parseHtml(html))));

/** Makes a company's HTML safe to insert into a page. */
export const sanitizeHtml = withPlainFallback(
  (html) => {
    if (html.length > MAX_CHARACTERS) throw new RangeError("Too long");
    return render(html, htmlProcessor);
  },
  (html) => textToHtml(extractText(html)),
);

/**
 * Converts sanitized HTML for search engines, job boards and previews, which don't render strikethrough.
 * Removes struck-out text, the items and paragraphs that this leaves empty, and the `tabindex` of tables.
 */
export const htmlForExport = cacheTexts((html) => {
  if (!/<(?:s|del|table)\b/.test(html)) return html;
  const root = toRoot(parseFragment(html));
  removeElements(
    root,
    ({ tagName, children }) =>
      isStruckOut(tagName) || (/^(?:li|p|h\d)$/.test(tagName) && children.length === 0),
  );
  setTabIndex(root, undefined);
  return htmlProcessor.stringify(root);
});

/** Converts a company's Markdown to safe HTML. */
export const renderMarkdown = withPlainFallback(
  (markdown) => {
    const prepared = markdown
      // Parsing is slow if there are many comments.
      .replace(/<!--(?:-?>|[^]*?(?:-->|$))/g, "")
      // Word's markup, which Markdown would show as text.
      .replace(/<(?:!\[(?:if|endif)\b|\?xml:|\/?[owvm]:[a-z])[^<>\n]*>/gi, "")
      .replace(/<(?=[!?])/g, "&lt;")
      // Blank lines of other spaces, such as no-break spaces, which Markdown would treat as text.
      .replace(/(?<![^\r\n])[^\S\r\n]+(?![^\r\n])/g, "")
      // The page already has an `h1`.
      .replace(/^ {0,3}#(?=[ \t])/gm, "##")
      .replace(/^ {0,3}=+[ \t]*$/gm, "---");
    if (!isMarkdownWithinBounds(prepared)) throw new RangeError("Exceeds the limits");
    return render(String(markdownToHtml.processSync(prepared)), markdownProcessor);
  },
  (markdown) => textToHtml(softenText(markdown)),
);

/** Renders a company's sections. Lowers the headings in their texts below the section's `h2`. */
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
