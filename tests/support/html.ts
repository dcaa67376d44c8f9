import { parseHtmlDocument } from "./parse-html";

/** The properties of `parseHtmlDocument`'s tree nodes that the tests use. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

export interface Element {
  attributes: Record<string, string | undefined>;
  text: string;
}

export function findElements(html: string, tag: string): Element[] {
  return findNodes(parseTree(html), (node) => node.tagName === tag).map(toElement);
}

/** Returns the text of the first element with a class and optionally an id, or "". Collapses white space. */
export function findText(html: string, className: string, id?: string): string {
  const [first] = findNodes(parseTree(html), (node) => {
    const { attributes } = toElement(node);
    return (
      (attributes.class ?? "").split(" ").includes(className) &&
      (id === undefined || attributes.id === id)
    );
  });
  return first ? textContent(first).replace(/\s+/g, " ").trim() : "";
}

/** Returns the attribute `name` of the first element with this tag name and these attributes. */
export const findAttribute = (
  html: string,
  tag: string,
  name: string,
  match: Record<string, string> = {},
) =>
  findElements(html, tag).find(({ attributes }) =>
    Object.entries(match).every(([key, value]) => attributes[key] === value),
  )?.attributes[name];

export const inputValue = (html: string, name: string) =>
  findAttribute(html, "input", "value", { name });

export const linkHref = (html: string, text: string) =>
  findElements(html, "a").find((link) => link.text === text)?.attributes.href;

/** Returns the ids and error messages of invalid fields, in page order. */
export const fieldErrors = (html: string) =>
  findElements(html, "p")
    .filter(({ attributes }) => attributes.class === "field-error")
    .map(({ attributes, text }) => [attributes.id?.replace(/-error$/, ""), text]);

const parseTree = (html: string): Node => parseHtmlDocument(html);

function findNodes(node: Node, matches: (node: Node) => boolean): Node[] {
  const inside = (node.children ?? []).flatMap((child) => findNodes(child, matches));
  return node.type === "element" && matches(node) ? [node, ...inside] : inside;
}

function toElement(node: Node): Element {
  const attributes = Object.entries(node.properties ?? {}).map(([name, value]) => [
    { className: "class" }[name] ?? name,
    Array.isArray(value) ? value.join(" ") : String(value),
  ]);
  return {
    attributes: Object.fromEntries(attributes) as Element["attributes"],
    text: textContent(node),
  };
}

function textContent(node: Node): string {
  return node.value ?? (node.children ?? []).map(textContent).join("");
}
