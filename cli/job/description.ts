// Descriptions: Markdown as people write it, HTML as the platform stores it.
import rehypeMinifyWhitespace from "rehype-minify-whitespace";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkHtml from "remark-html";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

/** Marks HTML that does not begin with a tag. */
const HTML_MARK = "<!-- html -->\n";

const fromMarkdown = remark().use(remarkHtml, { sanitize: false }).freeze();
const html = unified().use(rehypeParse, { fragment: true });
const toMarkdown = html()
  .use(rehypeRemark)
  .use(remarkStringify, { bullet: "-", emphasis: "_", rule: "-" })
  .freeze();
const minifier = html().use(rehypeMinifyWhitespace).use(rehypeStringify).freeze();
const minify = (text: string) => minifier.processSync(text).toString();

/** A description as HTML. Text that begins with `<` is HTML already. */
export function toHtml(text: string): string {
  if (text.startsWith(HTML_MARK)) return text.slice(HTML_MARK.length);
  return text.startsWith("<") ? text : fromMarkdown.processSync(text).toString().trim();
}

/** HTML in a form that `toHtml` returns unchanged. */
export const markHtml = (stored: string): string =>
  stored.startsWith("<") ? stored : HTML_MARK + stored;

/** HTML as Markdown if that loses nothing, else as HTML. */
export function toText(stored: string): string {
  try {
    const markdown = toMarkdown.processSync(stored).toString().trim();
    if (!markdown.startsWith("<") && isSameHtml(toHtml(markdown), stored)) return markdown;
  } catch {
    // Tables and other elements that Markdown has no word for.
  }
  return markHtml(stored);
}

/** Whether two texts of HTML differ at most in white space that browsers do not show. */
export const isSameHtml = (one: string, other: string): boolean =>
  one === other || minify(one) === minify(other);
