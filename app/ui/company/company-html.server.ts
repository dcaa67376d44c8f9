import rehypeParse from "rehype-parse";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkHtml from "remark-html";
import { unified } from "unified";

/**
 * The HTML that a company may use: text, lists, tables and links. Styles, scripts, forms, frames and
 * images are removed, and so are ids and classes, which could be the same as ours.
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

const htmlProcessor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);

const markdownProcessor = remark().use(remarkHtml, { sanitize: schema });

/** The most characters of texts that are remembered, because each drawing of a page needs them again. */
const CHARACTERS_MOST = 2_000_000;
const TEXT_MOST = 200_000;

/** Remembers the result for each text, up to `CHARACTERS_MOST` in all. */
function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const before = made.get(text);
    if (before !== undefined) return before;
    const now = make(text);
    const length = text.length + now.length;
    if (length > TEXT_MOST) return now;
    if (characters + length > CHARACTERS_MOST) {
      made.clear();
      characters = 0;
    }
    made.set(text, now);
    characters += length;
    return now;
  };
}

/** Falls back to the text alone if a parser fails, as it does at thousands of nested elements. */
const orAsText =
  (make: (text: string) => string) =>
  (text: string): string => {
    try {
      return make(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return make(text.replace(/<[^<>]*>?/g, " "));
    }
  };

/** The first twenty nested lists and quotations of a line, and those behind them, which are cut off. */
const NESTED = /^((?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){20})[ \t>*+\-\d.)]*/gm;

/** Characters that a parser compares in pairs: thousands in one paragraph would take it long. */
const MARKERS = /[*_[\]]/g;
const MARKERS_MOST = 500;

const withFewMarkers = (paragraph: string) =>
  (paragraph.match(MARKERS)?.length ?? 0) > MARKERS_MOST
    ? paragraph.replace(MARKERS, "\\$&")
    : paragraph;

/** A company's HTML without anything that could act on the page around it. */
export const sanitizedHtml = remembering(
  orAsText((html) =>
    // The page has one `h1`, and it is ours.
    String(htmlProcessor.processSync(html.replace(/<(\/?)h1\b/gi, "<$1h2"))),
  ),
);

/** A company's markdown as HTML, made safe by the same rules. */
export const markdownHtml = remembering(
  orAsText((markdown) => {
    const plain = markdown
      // Comments are not shown, and a parser takes long to find the ends of many.
      .replace(/<!--[^]*?(?:-->|$)/g, "")
      .replace(/<(?=[!?])/g, "&lt;")
      .replace(NESTED, "$1 ")
      // The page has one `h1`, and it is ours.
      .replace(/^ {0,3}#(?=[ \t])/gm, "##")
      .replace(/^ {0,3}=+[ \t]*$/gm, "---")
      .split("\n\n")
      .map(withFewMarkers);
    return String(markdownProcessor.processSync(plain.join("\n\n")));
  }),
);

/** A company's CSS, escaped so that it cannot end its `<style>` element. */
export function containedCss(css: string): string {
  return css.replace(/<(?=\/?style|!--)/gi, "\\3c ");
}
