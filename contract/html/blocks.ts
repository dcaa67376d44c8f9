import { isBlock, isTablePart } from "./elements";
import type { ElementStyles } from "./visibility";
import {
  createElement,
  createText,
  isBlankText,
  isElement,
  isText,
  rename,
  setChildren,
  type ChildNode,
  type ParentNode,
} from "./nodes";

/** Blocks that pages keep. Other blocks are renamed to one of these. */
const KEPT =
  /^(?:blockquote|caption|d[dlt]|h[2-6r]|li|[ou]l|p|pre|t(?:able|body|d|foot|h|head|r))$/;

/** The page already has an `h1`. */
const NAMES: Readonly<Record<string, string>> = {
  h1: "h2",
  dir: "ul",
  menu: "ul",
  listing: "pre",
  xmp: "pre",
};

const isInTable = (parent: ParentNode): boolean =>
  "tagName" in parent && isTablePart(parent.tagName);

/** Returns a block's name. The sanitizer would unwrap rows and cells outside a table. */
function getBlockName(tag: string, parent: ParentNode): string {
  const isStray = isTablePart(tag) && tag !== "table" && !isInTable(parent);
  return KEPT.test(tag) && !isStray ? tag : (NAMES[tag] ?? "div");
}

/** Elements whose text is in a separate box within a line. */
const CONTROL = /^(?:button|marquee|textarea)$/;

/**
 * Replaces line ends with `<br>` where a style preserves them. Preformatted text keeps them.
 *
 * @returns the number of additional elements allowed
 * @throws RangeError if there are too many
 */
export function breakLines(
  parent: ParentNode,
  looks: ElementStyles,
  max: number,
  isKept = false,
): number {
  let left = max;
  const children = parent.childNodes.flatMap((child) => {
    if (isElement(child)) {
      const isKeptInside = looks.get(child)?.keepsLines ?? isKept;
      if (child.tagName !== "pre") left = breakLines(child, looks, left, isKeptInside);
    }
    if (!isText(child) || !isKept || isBlankText(child)) return [child];
    const [first = "", ...others] = child.value.split("\n");
    left -= others.length;
    if (left < 0) throw new RangeError("Too many lines");
    return [
      createText(first),
      ...others.flatMap((line) => [createElement("br"), createText(line)]),
    ];
  });
  setChildren(parent, children);
  return left;
}

/** The current line of a paragraph. */
interface Line {
  hasContent: boolean;
  /** Whether a block in the paragraph has begun or ended. */
  isOver: boolean;
}

/**
 * Renames every block to one that pages keep, so that words in two blocks aren't joined. A paragraph can't
 * contain blocks: blocks in it become lines.
 */
export function nameBlocks(parent: ParentNode, looks: ElementStyles, line?: Line): void {
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
      // Boxes in a row are separate words without a space.
      const isApart = isFlexible || CONTROL.test(child.tagName);
      children.push(...(isApart ? [createText(" "), child, createText(" ")] : [child]));
    } else if (line) {
      line.isOver ||= line.hasContent;
      if (isNamed) rename(child, "span");
      nameBlocks(child, looks, line);
      children.push(child);
      line.isOver ||= line.hasContent;
    } else {
      const isParagraph = child.tagName === "p";
      if (isNamed) rename(child, getBlockName(child.tagName, parent));
      nameBlocks(child, looks, isParagraph ? { hasContent: false, isOver: false } : undefined);
      const block = isNamed ? child : createElement("div", [child]);
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
