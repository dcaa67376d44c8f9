// Converts descriptions between Markdown, which people write, and HTML, which the platform stores.
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

export const toHtml = (text: string): string =>
  text.startsWith("<") ? text : fromMarkdown.processSync(text).toString().trim();

/** Converts HTML to Markdown. Returns the HTML if Markdown can't express all of it. */
export function toText(stored: string): string {
  try {
    const markdown = toMarkdown.processSync(stored).toString().trim();
    if (minify(toHtml(markdown)) === minify(stored)) return markdown;
  } catch {
    // `toMarkdown` throws for elements without CommonMark syntax, such as tables.
  }
  return stored;
}
