import { isBlock } from "./elements";
import type { Looks } from "./visibility";
import {
  createElement,
  createText,
  isBlankText,
  isElement,
  rename,
  setChildren,
  type ChildNode,
  type ParentNode,
} from "./nodes";

/** Blocks that pages keep. The others get the name of one of these. */
const KEPT =
  /^(?:blockquote|caption|d[dlt]|h[2-6r]|li|[ou]l|p|pre|t(?:able|body|d|foot|h|head|r))$/;

/** The page has its own `h1`. */
const NAMES: Readonly<Record<string, string>> = {
  h1: "h2",
  dir: "ul",
  menu: "ul",
  listing: "pre",
  xmp: "pre",
};

const keptName = (tag: string): string => (KEPT.test(tag) ? tag : (NAMES[tag] ?? "div"));

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
  for (const child of parent.childNodes) {
    const look = isElement(child) ? looks.get(child) : undefined;
    const isNamed = isElement(child) && isBlock(child.tagName);
    if (!isElement(child) || (child.childNodes.length === 0 && !isNamed)) {
      if (line) startLine(child, line, children);
      children.push(child);
    } else if (!isNamed && look?.display !== "block" && !look?.isOutOfFlow) {
      nameBlocks(child, looks, line);
      // Boxes in a row stand apart without a space.
      children.push(...(isFlexible ? [createText(" "), child, createText(" ")] : [child]));
    } else if (line) {
      line.isOver ||= line.hasContent;
      if (isNamed) rename(child, "span");
      nameBlocks(child, looks, line);
      children.push(child);
      line.isOver ||= line.hasContent;
    } else {
      const isParagraph = child.tagName === "p";
      nameBlocks(child, looks, isParagraph ? { hasContent: false, isOver: false } : undefined);
      const block = isNamed
        ? rename(child, keptName(child.tagName))
        : createElement("div", [child]);
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
