import { isTablePart, isVoid } from "./elements";
import { readStyle, type Look } from "./look";
import {
  getAttribute,
  isElement,
  isText,
  setChildren,
  type ChildNode,
  type Element,
  type ParentNode,
} from "./nodes";
import { inherit, isHidden, showsText, VISIBLE, type Inherited } from "./visibility";

/** The looks of elements. */
export type Looks = WeakMap<Element, Look>;

/** Removes what an author hid, and comments. Records the looks of the remaining elements. */
export function removeHidden(
  parent: ParentNode,
  looks: Looks,
  inherited: Inherited = VISIBLE,
): void {
  const isShown = (node: ChildNode): boolean => {
    if (isText(node)) return showsText(inherited);
    if (!isElement(node)) return false;
    const look = readStyle(getAttribute(node, "style"));
    if (isHidden(node.tagName, (name) => getAttribute(node, name), look)) return false;
    const own = inherit(inherited, look);
    if (isVoid(node.tagName)) {
      // Line breaks have no text of their own.
      return node.tagName === "br" || (/^(?:hr|img|wbr)$/.test(node.tagName) && !own.isInvisible);
    }
    looks.set(node, look);
    removeHidden(node, looks, own);
    // An item of a list would leave its bullet. A cell must stay in its row.
    return showsText(own) || node.childNodes.length > 0 || isTablePart(node.tagName);
  };
  setChildren(parent, parent.childNodes.filter(isShown));
}
