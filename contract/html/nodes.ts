import { defaultTreeAdapter, html, type DefaultTreeAdapterTypes as Tree } from "parse5";

export type Element = Tree.Element;
export type ChildNode = Tree.ChildNode;
export type ParentNode = Tree.ParentNode;

export const isElement = (node: ChildNode): node is Element => "tagName" in node;

export const isText = (node: ChildNode): node is Tree.TextNode => node.nodeName === "#text";

/** Whether a node is text that consists only of spaces that browsers collapse. */
export const isBlankText = (node: ChildNode): boolean =>
  isText(node) && !/[^ \t\n\r\f]/.test(node.value);

export const getAttribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

export function setAttribute(element: Element, name: string, value: string | undefined): void {
  element.attrs = element.attrs.filter((attribute) => attribute.name !== name);
  if (value !== undefined) element.attrs.push({ name, value });
}

export function setChildren<P extends ParentNode>(parent: P, children: ChildNode[]): P {
  for (const child of children) child.parentNode = parent;
  parent.childNodes = children;
  return parent;
}

export const createText = (value: string): ChildNode => defaultTreeAdapter.createTextNode(value);

export const createElement = (tag: string, children: ChildNode[] = []): Element =>
  setChildren(defaultTreeAdapter.createElement(tag, html.NS.HTML, []), children);

export const rename = (element: Element, tag: string): Element =>
  Object.assign(element, { nodeName: tag, tagName: tag, namespaceURI: html.NS.HTML });

export const textContent = (node: ChildNode): string => {
  if (isText(node)) return node.value;
  return isElement(node) ? node.childNodes.map(textContent).join("") : "";
};
