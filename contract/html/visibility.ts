import { isBlock, isTablePart, isNeverRendered, isVoid } from "./elements";
import { readStyle, type ElementStyle } from "./look";
import {
  getAttribute,
  isElement,
  isText,
  setChildren,
  type ChildNode,
  type Element,
  type ParentNode,
} from "./nodes";

/** The properties that text inherits. */
export type Inherited = Pick<
  ElementStyle,
  "isInvisible" | "isTiny" | "isTransparent" | "clipsBackground"
>;

/** Unlike a hidden element, an element with invisible text can contain visible text. */
export const inherit = (before: Inherited, look: ElementStyle): Inherited => ({
  isInvisible: look.isInvisible ?? before.isInvisible,
  isTiny: look.isTiny ?? before.isTiny,
  isTransparent: look.isTransparent ?? before.isTransparent,
  clipsBackground: before.clipsBackground === true || look.clipsBackground === true,
});

export const showsText = (inherited: Inherited): boolean =>
  !inherited.isInvisible &&
  !inherited.isTiny &&
  (!inherited.isTransparent || inherited.clipsBackground === true);

/** Whether an element and its contents are hidden. */
export function isHidden(element: Element, look: ElementStyle, tag = element.tagName): boolean {
  const has = (attribute: string) => getAttribute(element, attribute) !== undefined;
  if (isNeverRendered(tag) || look.display === "none") return true;
  const isUndisplayed = has("hidden") || has("popover") || (tag === "dialog" && !has("open"));
  if (isUndisplayed && look.display === undefined) return true;
  // The marker of a Word comment in the text.
  if (tag === "a" && getAttribute(element, "href")?.startsWith("#_msocom_")) return true;
  const display = look.display ?? (isBlock(tag) ? "block" : "inline");
  const isOutOfFlow = look.isOutOfFlow === true;
  const isBox = display !== "inline" || isOutOfFlow;
  const applies = {
    all: true,
    boxes: isBox,
    "positioned boxes": look.isPositioned === true,
    "boxes out of flow": isOutOfFlow,
    "small boxes": isBox && look.hidesOverflow === true && !look.hasRoom && !isTablePart(tag),
  };
  return [...look.hides.values()].some((appliesTo) => applies[appliesTo]);
}

/** Styles by element. */
export type ElementStyles = WeakMap<Element, ElementStyle>;

/** Removes hidden content and comments. Records the styles of the remaining elements. */
export function removeHidden(
  parent: ParentNode,
  looks: ElementStyles,
  inherited: Inherited = {},
): void {
  const isShown = (node: ChildNode): boolean => {
    if (isText(node)) return showsText(inherited);
    if (!isElement(node)) return false;
    const look = readStyle(getAttribute(node, "style"));
    if (isHidden(node, look)) return false;
    const inner = inherit(inherited, look);
    if (isVoid(node.tagName)) {
      // Line breaks contain no text.
      return node.tagName === "br" || (/^(?:hr|img|wbr)$/.test(node.tagName) && !inner.isInvisible);
    }
    looks.set(node, look);
    removeHidden(node, looks, inner);
    // A list item would leave its bullet behind. A cell must stay in its row.
    return showsText(inner) || node.childNodes.length > 0 || isTablePart(node.tagName);
  };
  setChildren(parent, parent.childNodes.filter(isShown));
}
