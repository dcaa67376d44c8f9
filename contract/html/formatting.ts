import { isBlock } from "./elements";
import type { ElementStyles } from "./visibility";
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

/** Formatting that an element can express, as bits. */
const [BOLD, ITALIC, UNDERLINE, STRIKE, SUB, SUP] = [1, 2, 4, 8, 16, 32] as const;

/** Elements for formatting by styles, outermost first. */
const ELEMENTS = [
  [BOLD, "strong"],
  [ITALIC, "em"],
  [UNDERLINE, "u"],
  [STRIKE, "s"],
  [SUB, "sub"],
  [SUP, "sup"],
] as const;

const MEANINGS = new Map<string, number>([
  ...ELEMENTS.map(([mark, tag]) => [tag, mark] as const),
  ["b", BOLD],
  ["i", ITALIC],
  ["strike", STRIKE],
  ["del", STRIKE],
]);

/** Formatting that the page gives an element by default. */
const defaultFormatting = (element: Element): number => {
  if (/^(?:h[1-6]|th)$/.test(element.tagName)) return BOLD;
  return element.tagName === "a" && getAttribute(element, "href") !== undefined ? UNDERLINE : 0;
};

/** The formatting of an element's text: from its ancestors, its name and its style. */
function wantedFormatting(element: Element, looks: ElementStyles, before: number): number {
  const look = looks.get(element);
  let wanted = before | (MEANINGS.get(element.tagName) ?? 0);
  const set = (mark: number, isOn: boolean | "inherit" | undefined) => {
    const isKept = isOn === "inherit" ? (before & mark) !== 0 : isOn;
    if (isKept === true) wanted |= mark;
    else if (isKept === false) wanted &= ~mark;
  };
  set(BOLD, look?.isBold);
  set(ITALIC, look?.isItalic);
  // An ancestor's lines and shift can't be turned off.
  set(UNDERLINE, look?.lines && (look.lines.underline || "inherit"));
  set(STRIKE, look?.lines && (look.lines.strike || "inherit"));
  const shift = isBlock(element.tagName) ? undefined : look?.shift;
  set(SUB, shift && (shift === "sub" || "inherit"));
  set(SUP, shift && (shift === "sup" || "inherit"));
  return wanted;
}

/** Contents of a subtree: blocks, and formatting that a style turns off. */
interface Contents {
  hasBlock: boolean;
  off: number;
}

/** Determines the contents of each element, including its style and name. */
function findContents(
  parent: ParentNode,
  looks: ElementStyles,
  found = new Map<ChildNode, Contents>(),
): Map<ChildNode, Contents> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    findContents(child, looks, found);
    const look = looks.get(child);
    const turnedOff = (look?.isBold === false ? BOLD : 0) | (look?.isItalic === false ? ITALIC : 0);
    const inner = child.childNodes.flatMap((node) => found.get(node) ?? []);
    found.set(child, {
      hasBlock: isBlock(child.tagName) || inner.some(({ hasBlock }) => hasBlock),
      off: inner.reduce((sum, { off }) => sum | off, turnedOff),
    });
  }
  return found;
}

/** A result node, and the formatting to wrap it in. Blocks wrap their texts instead. */
interface Piece {
  node: ChildNode;
  needs: number;
}

/** Formatting of an element's text: what it should have, and what surrounding elements provide. */
interface Formatting {
  wanted: number;
  open: number;
  /** Number of quotations around the text. */
  quotes: number;
}

/**
 * Converts styles to elements: bold, italic, underlined, struck out, raised and lowered text. Removes
 * elements whose style turns off their formatting, and elements without formatting.
 */
export function applyFormatting(root: ParentNode, looks: ElementStyles): void {
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

  function collectElement(element: Element, formatting: Formatting, pieces: Piece[]): void {
    const { wanted, open, quotes } = formatting;
    const wantedHere = wantedFormatting(element, looks, wanted);
    const { hasBlock, off } = contents.get(element) ?? { hasBlock: false, off: 0 };
    const meaning = MEANINGS.get(element.tagName);
    if (element.tagName === "q") {
      // Nested quotations have single marks.
      const [start = "", end = ""] = quotes % 2 === 0 ? "“”" : "‘’";
      pieces.push({ node: createText(start), needs: wanted & ~open });
      collect(element, { wanted: wantedHere, open, quotes: quotes + 1 }, pieces);
      pieces.push({ node: createText(end), needs: wanted & ~open });
      return;
    }
    const isOff = meaning !== undefined && ((wantedHere & meaning) === 0 || (off & meaning) !== 0);
    if (isOff || isMeaningless(element)) {
      collect(element, { wanted: wantedHere, open, quotes }, pieces);
      return;
    }
    const inside = open | defaultFormatting(element) | (meaning ?? 0);
    const needs = hasBlock ? 0 : wanted & wantedHere & ~inside & ~off;
    rebuild(element, { wanted: wantedHere, open: inside | needs, quotes });
    pieces.push({ node: element.tagName === "strike" ? rename(element, "s") : element, needs });
  }

  rebuild(root, { wanted: 0, open: 0, quotes: 0 });
}

const isMeaningless = (element: Element) =>
  /^(?:span|font)$/.test(element.tagName) &&
  getAttribute(element, "lang") === undefined &&
  getAttribute(element, "dir") === undefined;

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
