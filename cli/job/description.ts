// Descriptions: Markdown as people write it, HTML as the platform stores it.
import rehypeMinifyWhitespace from "rehype-minify-whitespace";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkHtml from "remark-html";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

const fromMarkdown = remark().use(remarkHtml, { sanitize: false }).freeze();
const html = unified().use(rehypeParse, { fragment: true });
const toMarkdown = html()
  .use(rehypeRemark)
  .use(remarkStringify, { bullet: "-", emphasis: "_", rule: "-" })
  .freeze();
const minifier = html().use(rehypeMinifyWhitespace).use(rehypeStringify).freeze();
const minify = (text: string) => minifier.processSync(text).toString();

/** A description as HTML. Text that begins with `<` is HTML already. */
export const toHtml = (text: string): string =>
  text.startsWith("<") ? text : fromMarkdown.processSync(text).toString().trim();

/** HTML that begins with a tag as Markdown if that loses at most white space that browsers do not show, else as HTML. */
export function toText(stored: string): string {
  try {
    const markdown = toMarkdown.processSync(stored).toString().trim();
    if (minify(toHtml(markdown)) === minify(stored)) return markdown;
  } catch {
    // Tables and other elements that Markdown has no word for.
  }
  return stored;
}
