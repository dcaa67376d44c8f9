import { isBlock } from "./elements";
import type { Looks } from "./remove-hidden";
import {
  createElement,
  createText,
  getAttribute,
  isBlankText,
  isElement,
  rename,
  setChildren,
  type ChildNode,
  type Element,
  type ParentNode,
} from "./nodes";

/** Formatting that an element can mean, as bits. */
const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;
const STRIKE = 8;
const SUB = 16;
const SUP = 32;

/** Elements for formatting that a style asks for, outermost first. */
const ELEMENTS = [
  [BOLD, "strong"],
  [ITALIC, "em"],
  [UNDERLINE, "u"],
  [STRIKE, "s"],
  [SUB, "sub"],
  [SUP, "sup"],
] as const;

const MEANINGS = new Map<string, number>([
  ["b", BOLD],
  ["strong", BOLD],
  ["i", ITALIC],
  ["em", ITALIC],
  ["u", UNDERLINE],
  ["s", STRIKE],
  ["strike", STRIKE],
  ["del", STRIKE],
  ["sub", SUB],
  ["sup", SUP],
]);

/** Formatting that an element's own styling in the page provides. */
const provided = (element: Element): number => {
  if (/^(?:h[1-6]|th)$/.test(element.tagName)) return BOLD;
  return element.tagName === "a" && getAttribute(element, "href") !== undefined ? UNDERLINE : 0;
};

/** The formatting of an element's text: from its ancestors, its name and its style. */
function wantedFormatting(element: Element, looks: Looks, before: number): number {
  const look = looks.get(element);
  const tag = MEANINGS.get(element.tagName) ?? 0;
  const isLine = !isBlock(element.tagName);
  let wanted = before | tag;
  const set = (mark: number, isOn: boolean | "inherit" | undefined) => {
    if (isOn === undefined) return;
    const isKept = isOn === "inherit" ? (before & mark) !== 0 : isOn;
    wanted = isKept ? wanted | mark : wanted & ~mark;
  };
  set(BOLD, look?.isBold);
  set(ITALIC, look?.isItalic);
  if (look?.lines) {
    set(UNDERLINE, look.lines.underline || (before & UNDERLINE) !== 0);
    set(STRIKE, look.lines.strike || (before & STRIKE) !== 0);
  }
  if (look?.shift && isLine) {
    set(SUB, look.shift === "sub" || (before & SUB) !== 0);
    set(SUP, look.shift === "sup" || (before & SUP) !== 0);
  }
  return wanted;
}

/** What a subtree contains: blocks, and formatting that a style turns off. */
interface Contents {
  hasBlock: boolean;
  off: number;
}

/** Finds out what each element contains, its own style and name included. */
function findContents(
  parent: ParentNode,
  looks: Looks,
  found = new Map<Element, Contents>(),
): Map<Element, Contents> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    findContents(child, looks, found);
    const look = looks.get(child);
    const own = (look?.isBold === false ? BOLD : 0) | (look?.isItalic === false ? ITALIC : 0);
    const contents = { hasBlock: isBlock(child.tagName), off: own };
    for (const inner of child.childNodes) {
      const known = isElement(inner) ? found.get(inner) : undefined;
      contents.hasBlock ||= known?.hasBlock ?? false;
      contents.off |= known?.off ?? 0;
    }
    found.set(child, contents);
  }
  return found;
}

/** A node of the result, with the formatting that it needs around it. Blocks need it around their texts instead. */
interface Piece {
  node: ChildNode;
  needs: number;
}

/** Formatting of the text in an element: that which it should have, and that which elements around it provide. */
interface Formatting {
  wanted: number;
  open: number;
}

/**
 * Turns what styles mean into elements: bold, italic, underlined, struck out, raised and lowered text. Removes
 * elements whose style turns off their meaning, and elements without a meaning.
 */
export function applyFormatting(root: ParentNode, looks: Looks): void {
  const contents = findContents(root, looks);

  function rebuild(parent: ParentNode, formatting: Formatting): void {
    const pieces: Piece[] = [];
    collect(parent, formatting, pieces);
    setChildren(parent, wrap(pieces));
  }

  function collect(parent: ParentNode, formatting: Formatting, pieces: Piece[]): void {
    const { wanted, open } = formatting;
    for (const child of parent.childNodes) {
      if (isElement(child)) collectElement(child, formatting, pieces);
      else pieces.push({ node: child, needs: wanted & ~open });
    }
  }

  function collectElement(element: Element, { wanted, open }: Formatting, pieces: Piece[]): void {
    const own = wantedFormatting(element, looks, wanted);
    const { hasBlock, off } = contents.get(element) ?? { hasBlock: false, off: 0 };
    const meaning = MEANINGS.get(element.tagName);
    if (element.tagName === "q") {
      const [start, end] = quotationMarks(element);
      pieces.push({ node: createText(start), needs: wanted & ~open });
      collect(element, { wanted: own, open }, pieces);
      pieces.push({ node: createText(end), needs: wanted & ~open });
      return;
    }
    const isOff = meaning !== undefined && ((own & meaning) === 0 || (off & meaning) !== 0);
    if (isOff || (isMeaningless(element) && meaning === undefined)) {
      collect(element, { wanted: own, open }, pieces);
      return;
    }
    if (hasBlock) {
      rebuild(element, { wanted: own, open: open | provided(element) | (meaning ?? 0) });
      pieces.push({ node: toKept(element), needs: 0 });
      return;
    }
    const needs = wanted & own & ~open & ~off & ~(meaning ?? 0) & ~provided(element);
    rebuild(element, { wanted: own, open: open | needs | provided(element) | (meaning ?? 0) });
    pieces.push({ node: toKept(element), needs });
  }

  rebuild(root, { wanted: 0, open: 0 });
}

const isMeaningless = (element: Element) =>
  /^(?:span|font)$/.test(element.tagName) &&
  getAttribute(element, "lang") === undefined &&
  getAttribute(element, "dir") === undefined;

const toKept = (element: Element): Element =>
  element.tagName === "strike" ? rename(element, "s") : element;

/** Quotations in quotations have single marks. */
function quotationMarks(element: Element): readonly [string, string] {
  let [isNested, { parentNode }] = [false, element as { parentNode: ParentNode | null }];
  while (parentNode && "tagName" in parentNode) {
    if (parentNode.tagName === "q") isNested = !isNested;
    ({ parentNode } = parentNode);
  }
  return isNested ? ["‘", "’"] : ["“", "”"];
}

const hasContent = ({ node }: Piece): boolean =>
  !isBlankText(node) && !(isElement(node) && node.tagName === "br");

/** Wraps runs of pieces that need the same formatting. */
function wrap(pieces: readonly Piece[], index = 0): ChildNode[] {
  const [mark, tag] = ELEMENTS[index] ?? [];
  if (mark === undefined) return pieces.map(({ node }) => node);
  const nodes: ChildNode[] = [];
  for (let start = 0; start < pieces.length;) {
    const needsMark = (piece: Piece | undefined) => ((piece?.needs ?? 0) & mark) !== 0;
    const isWrapped = needsMark(pieces[start]);
    let end = start + 1;
    while (end < pieces.length && needsMark(pieces[end]) === isWrapped) end += 1;
    const run = pieces.slice(start, end);
    const inner = wrap(run, index + 1);
    if (isWrapped && run.some(hasContent)) nodes.push(createElement(tag, inner));
    else nodes.push(...inner);
    start = end;
  }
  return nodes;
}
