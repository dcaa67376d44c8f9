// What a job is about: Markdown as people write it, HTML as the platform has it.
import { fromParse5 } from "hast-util-from-parse5";
import { parseFragment } from "parse5";
import { remark } from "remark";
import html from "remark-html";

/** @typedef {import("hast").RootContent | import("hast").Root} Hast */
/** @typedef {import("mdast").RootContent} Mdast */

/** Before HTML that does not begin with a tag, where Markdown could stand. */
const HTML_MARK = "<!-- html -->\n";

/**
 * A description as HTML. What begins with `<` is HTML already.
 *
 * @param {string} text
 */
export function htmlOf(text) {
  if (text.startsWith(HTML_MARK)) return text.slice(HTML_MARK.length);
  return text.startsWith("<") ? text : fromMarkdown(text);
}

/** @param {string} text */
const fromMarkdown = (text) =>
  remark().use(html, { sanitize: false }).processSync(text).toString().trim();

/** HTML as `htmlOf` reads it back. @param {string} stored */
export const htmlText = (stored) => (stored.startsWith("<") ? stored : HTML_MARK + stored);

/**
 * HTML as Markdown, if Markdown can say all of it; otherwise as HTML. `htmlOf` reads either back to HTML
 * that says the same.
 *
 * @param {string} stored
 */
export function textOf(stored) {
  const markdown = toMarkdown(stored);
  const isSame = markdown !== undefined && sameHtml(fromMarkdown(markdown), stored);
  return isSame && !markdown.startsWith("<") ? markdown : htmlText(stored);
}

/** Whether two texts of HTML have the same elements and words. @param {string} one @param {string} other */
export const sameHtml = (one, other) =>
  one === other || plain(treeOf(one)) === plain(treeOf(other));

/** @param {string} text @returns {Hast} */
const treeOf = (text) => /** @type {import("hast").Root} */ (fromParse5(parseFragment(text)));

const BLOCKS = /^(?:p|h[1-6]|ul|ol|li|blockquote|hr|div|table|tbody|thead|tr|td|th|section)$/;

/** A tree in writing, without the spaces that no browser shows. @param {Hast} node @returns {string} */
function plain(node) {
  if (node.type === "text") return node.value.replace(/[ \t\r\n]+/g, " ");
  if (node.type === "comment") return `<!--${node.value}-->`;
  if (!("children" in node)) return "";
  const inside = node.children
    .map(plain)
    .join("")
    .replace(/ (?=[\uE000\uE001])|([\uE000\uE001]) /g, "$1");
  if (node.type === "root") return inside.trim();
  const { tagName, properties } = node;
  const element = `<${tagName} ${JSON.stringify(properties)}>${BLOCKS.test(tagName) || tagName === "br" ? inside.trim() : inside}</>`;
  return BLOCKS.test(tagName) || tagName === "br" ? `\uE000${element}\uE001` : element;
}

/** @param {string} stored @returns {string | undefined} */
function toMarkdown(stored) {
  try {
    const children = blocks(childrenOf(treeOf(stored)));
    return remark()
      .data("settings", { bullet: "-", emphasis: "_", rule: "-" })
      .stringify({ type: "root", children })
      .trim();
  } catch (error) {
    if (error instanceof NoMarkdown) return undefined;
    throw error;
  }
}

class NoMarkdown extends Error {}

/** @param {Hast} node */
const childrenOf = (node) => ("children" in node ? node.children : []);

/** @param {Hast[]} nodes @returns {Mdast[]} */
const blocks = (nodes) => nodes.flatMap(block);

/** @param {Hast} node @returns {Mdast[]} */
function block(node) {
  if (node.type === "text" && node.value.trim() === "") return [];
  if (node.type !== "element" || Object.keys(node.properties).length > 0) throw new NoMarkdown();
  const { tagName, children } = node;
  if (tagName === "p") return [{ type: "paragraph", children: phrases(children) }];
  if (tagName === "hr") return [{ type: "thematicBreak" }];
  if (tagName === "blockquote") {
    return [
      {
        type: "blockquote",
        children: /** @type {import("mdast").BlockContent[]} */ (blocks(children)),
      },
    ];
  }
  const [, depth] = /^h([1-6])$/.exec(tagName) ?? [];
  if (depth !== undefined) {
    return [
      { type: "heading", depth: /** @type {1} */ (Number(depth)), children: phrases(children) },
    ];
  }
  if (tagName === "ul" || tagName === "ol") {
    const items = children.filter((child) => child.type !== "text" || child.value.trim() !== "");
    return [
      { type: "list", ordered: tagName === "ol", spread: false, children: items.map(listItem) },
    ];
  }
  throw new NoMarkdown();
}

/** @param {Hast} node @returns {import("mdast").ListItem} */
function listItem(node) {
  if (node.type !== "element" || node.tagName !== "li") throw new NoMarkdown();
  const at = node.children.findIndex(
    (child) => child.type === "element" && BLOCKS.test(child.tagName),
  );
  const first = node.children.slice(0, at < 0 ? undefined : at);
  const words = phrases(first);
  const rest = at < 0 ? [] : blocks(node.children.slice(at));
  const children = [
    ...(words.length === 0 ? [] : [{ type: "paragraph", children: words }]),
    ...rest,
  ];
  const isLoose = words.length === 0;
  return /** @type {import("mdast").ListItem} */ ({ type: "listItem", spread: isLoose, children });
}

/** @param {Hast[]} nodes @returns {import("mdast").PhrasingContent[]} */
function phrases(nodes) {
  const all = nodes.flatMap(phrase);
  const [first] = all;
  const last = all.at(-1);
  if (first?.type === "text") first.value = first.value.trimStart();
  if (last?.type === "text") last.value = last.value.trimEnd();
  return all.filter((one) => one.type !== "text" || one.value !== "");
}

/** @param {Hast} node @returns {import("mdast").PhrasingContent[]} */
function phrase(node) {
  if (node.type === "text") return [{ type: "text", value: node.value.replace(/\s+/g, " ") }];
  if (node.type !== "element") throw new NoMarkdown();
  const { tagName, properties, children } = node;
  const { href, ...others } = properties;
  if (Object.keys(others).length > 0) throw new NoMarkdown();
  if (tagName === "a" && typeof href === "string") {
    return [{ type: "link", url: href, children: children.flatMap(phrase) }];
  }
  if (href !== undefined) throw new NoMarkdown();
  if (tagName === "strong") return [{ type: "strong", children: children.flatMap(phrase) }];
  if (tagName === "em") return [{ type: "emphasis", children: children.flatMap(phrase) }];
  if (tagName === "br") return [{ type: "break" }];
  throw new NoMarkdown();
}
