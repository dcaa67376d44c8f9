import { documentOf } from "./parsed-html";

/** A node of the tree that `documentOf` makes, as far as it is used here. */
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

/** The elements of a page with a tag's name, in their order, as a browser would read them. */
export function elementsOf(html: string, tag: string): Element[] {
  return found(treeOf(html), (node) => node.tagName === tag).map(elementOf);
}

/** The text of the first element of a class (and with an id), with its white space folded. */
export function textOf(html: string, className: string, id?: string): string {
  const [first] = found(treeOf(html), (node) => {
    const { attributes } = elementOf(node);
    return (
      (attributes.class ?? "").split(" ").includes(className) &&
      (id === undefined || attributes.id === id)
    );
  });
  return first ? contentOf(first).replace(/\s+/g, " ").trim() : "";
}

const treeOf = (html: string): Node => documentOf(html);

function found(node: Node, wanted: (node: Node) => boolean): Node[] {
  const inside = (node.children ?? []).flatMap((child) => found(child, wanted));
  return node.type === "element" && wanted(node) ? [node, ...inside] : inside;
}

function elementOf(node: Node): Element {
  const attributes = Object.entries(node.properties ?? {}).map(([name, value]) => [
    { className: "class" }[name] ?? name,
    Array.isArray(value) ? value.join(" ") : String(value),
  ]);
  return {
    attributes: Object.fromEntries(attributes) as Element["attributes"],
    text: contentOf(node),
  };
}

function contentOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(contentOf).join("");
}
