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
    "a b blockquote br code dd del div dl dt em h2 h3 h4 h5 h6 hr i li ol p pre s small span " +
    "strong sub sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
  attributes: {
    a: ["href", "title"],
    td: ["colSpan", "rowSpan"],
    th: ["colSpan", "rowSpan", "scope"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"] },
  clobber: [],
  strip: ["script", "style", "template", "noscript", "iframe", "object"],
};

const htmlProcessor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);

const markdownProcessor = remark().use(remarkHtml, { sanitize: schema });

/** A company's HTML with everything left out that could act on the page around it. */
export function sanitizedHtml(html: string): string {
  // The page has one `h1`, and it is ours.
  return String(htmlProcessor.processSync(html.replace(/<(\/?)h1\b/gi, "<$1h2")));
}

/** A company's markdown as HTML that keeps the same rules. */
export function markdownHtml(markdown: string): string {
  return String(markdownProcessor.processSync(markdown.replace(/^# /gm, "## ")));
}

/** A company's CSS, unable to end the element that it stands in. */
export function containedCss(css: string): string {
  return css.replace(/<(?=\/?style|!--)/gi, "\\3c ");
}
