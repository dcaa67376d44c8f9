import rehypeParse from "rehype-parse";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkHtml from "remark-html";
import { unified } from "unified";

/**
 * What a company may say in HTML: text, lists, tables and links; no styles, scripts, forms, frames
 * or images, and no ids or classes that could be taken for ours.
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
  // Nobody's word for where they lead is ours.
  required: { a: { rel: "nofollow noopener ugc" } },
  clobber: [],
  strip: ["script", "style", "template", "noscript", "iframe", "object"],
};

const htmlProcessor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);

const markdownProcessor = remark().use(remarkHtml, { sanitize: schema });

/** Texts that were made safe before: the same ones come again with each drawing of a page. */
const CHARACTERS_MOST = 2_000_000;
const TEXT_MOST = 200_000;

/** Remembers what was made of each text, as long as there are not too many or too large ones. */
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

/** What no parser gets through, thousands of elements in one another, as its text alone. */
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

/** Lists and quotations in one another, on one line: more of them than anybody means. */
const NESTED = /^((?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){20})[ \t>*+\-\d.)]*/gm;

/** What a parser matches each with each, in one paragraph. */
const MARKERS = /[*_[\]]/g;
const MARKERS_MOST = 500;

const withFewMarkers = (paragraph: string) =>
  (paragraph.match(MARKERS)?.length ?? 0) > MARKERS_MOST
    ? paragraph.replace(MARKERS, "\\$&")
    : paragraph;

/** A company's HTML with everything left out that could act on the page around it. */
export const sanitizedHtml = remembering(
  orAsText((html) =>
    // The page has one `h1`, and it is ours.
    String(htmlProcessor.processSync(html.replace(/<(\/?)h1\b/gi, "<$1h2"))),
  ),
);

/** A company's markdown as HTML that keeps the same rules. */
export const markdownHtml = remembering(
  orAsText((markdown) => {
    const plain = markdown
      // None of it is shown, and looking for the ends of many takes a parser long.
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

/** A company's CSS, unable to end the element that it stands in. */
export function containedCss(css: string): string {
  return css.replace(/<(?=\/?style|!--)/gi, "\\3c ");
}
