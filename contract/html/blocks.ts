import { isBlock } from "./elements";
import type { Looks } from "./remove-hidden";
import {
  createElement,
  createText,
  isBlankText,
  isElement,
  rename,
  setChildren,
  type ChildNode,
  type Element,
  type ParentNode,
} from "./nodes";

/** Blocks under names that pages keep. All other blocks become `div`. */
const NAMES = new Map<string, string>([
  ...[
    ...["blockquote", "caption", "dd", "div", "dl", "dt", "h2", "h3", "h4", "h5", "h6", "hr"],
    ...["li", "ol", "p", "pre", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"],
  ].map((name) => [name, name] as const),
  // The page has its own `h1`.
  ["h1", "h2"],
  ["dir", "ul"],
  ["menu", "ul"],
  ["listing", "pre"],
  ["plaintext", "pre"],
  ["xmp", "pre"],
]);

/** The line in a paragraph that is being written. */
interface Line {
  hasContent: boolean;
  /** Whether a block in the paragraph has begun or ended. */
  isOver: boolean;
}

/**
 * Gives every block a name that pages keep, so that words in two blocks don't become one. A paragraph can't contain
 * blocks: those in it become lines.
 */
export function nameBlocks(parent: ParentNode, looks: Looks, line?: Line): void {
  const children: ChildNode[] = [];
  const isFlexible = "tagName" in parent && looks.get(parent)?.isFlexible === true;
  const add = (node: ChildNode) => {
    if (line) startLine(node, line, children);
    children.push(node);
  };
  for (const child of parent.childNodes) {
    if (!isElement(child)) {
      add(child);
      continue;
    }
    const look = looks.get(child);
    const isBlockLike =
      isBlock(child.tagName) ||
      look?.display === "block" ||
      look?.isFloating === true ||
      look?.isOutOfFlow === true;
    if (!isBlockLike) {
      if (child.childNodes.length === 0) add(child);
      else {
        nameBlocks(child, looks, line);
        // Boxes in a row stand apart without a space.
        children.push(...(isFlexible ? [createText(" "), child, createText(" ")] : [child]));
      }
    } else if (line) {
      line.isOver ||= line.hasContent;
      const inner = isBlock(child.tagName) ? unwrapped(child, looks) : child;
      nameBlocks(inner, looks, line);
      children.push(inner);
      line.isOver ||= line.hasContent;
    } else {
      const block = nameBlock(child, looks);
      const isNeeded = block.tagName !== "div" || !block.childNodes.every(isBlankText);
      if (isNeeded || children.length > 0) children.push(block);
    }
  }
  setChildren(parent, children);
}

function startLine(node: ChildNode, line: Line, children: ChildNode[]): void {
  if (isElement(node) && node.tagName === "br") {
    Object.assign(line, { hasContent: false, isOver: false });
  } else if (!isBlankText(node)) {
    if (line.isOver) children.push(createElement("br"));
    Object.assign(line, { hasContent: true, isOver: false });
  }
}

const unwrapped = (element: Element, looks: Looks): Element => copyAs("span", element, looks);

function copyAs(tag: string, element: Element, looks: Looks): Element {
  const look = looks.get(element);
  const copy = rename(element, tag);
  if (look) looks.set(copy, look);
  return copy;
}

function nameBlock(element: Element, looks: Looks): Element {
  const { tagName } = element;
  const isNamed = isBlock(tagName);
  const line = tagName === "p" ? { hasContent: false, isOver: false } : undefined;
  nameBlocks(element, looks, line);
  if (!isNamed) return createElement("div", [element]);
  const name = NAMES.get(tagName) ?? "div";
  return name === tagName ? element : copyAs(name, element, looks);
}
