import { isBlock } from "./elements";
import type { ElementStyles } from "./visibility";
import {
  createElement,
  getAttribute,
  isBlankText,
  isElement,
  rename,
  setAttribute,
  setChildren,
  textContent,
  type ChildNode,
  type Element,
  type ParentNode,
} from "./nodes";

/** A list item with an explicit nesting level, as in HTML from Quill, Word or Google Docs. */
interface Item {
  level: number;
  /** The `type` of an ordered list, or `disc` for bullets. */
  type: string;
  /** Defaults to the previous item's number plus one. */
  number?: number | undefined;
  element: Element;
}

type List = Element & { tagName: "ol" | "ul" };

const isList = (node: ChildNode): node is List => isElement(node) && /^[ou]l$/.test(node.tagName);

/** Restores the kind, nesting and numbers that the author of a list saw. */
export function normalizeLists(parent: ParentNode, looks: ElementStyles): void {
  const children: ChildNode[] = [];
  let items: Item[] = [];
  let blanks: ChildNode[] = [];
  const endRun = () => {
    children.push(...nestItems(items), ...blanks);
    [items, blanks] = [[], []];
  };
  for (const child of parent.childNodes) {
    if (isElement(child)) normalizeLists(child, looks);
    const found = isElement(child) ? readItems(child, looks, items) : [];
    if (found.length > 0) {
      items.push(...found);
      blanks = [];
    } else if (items.length > 0 && isBlankText(child)) {
      blanks.push(child);
    } else {
      endRun();
      children.push(isList(child) ? normalizeList(child, looks) : child);
    }
  }
  endRun();
  setChildren(parent, children);
}

/** Nests items by their levels. A list whose kind changes is split, and its numbering continues. */
function nestItems(items: readonly Item[]): Element[] {
  const lists: Element[] = [];
  /** Stack of open lists, each with its last item. */
  const open: { item: Item; list: Element; last: number }[] = [];
  for (const item of items) {
    const { level, type, element } = item;
    while ((open.at(-1)?.item.level ?? 0) > level) open.pop();
    const before = open.at(-1)?.item.level === level ? open.pop() : undefined;
    const last = before?.last ?? 0;
    const isOrdered = type !== "disc";
    const number = isOrdered ? (item.number ?? last + 1) : last;
    let list = before?.list;
    if (!list || before?.item.type !== type) {
      list = createElement(isOrdered ? "ol" : "ul");
      if (isOrdered && type !== "1") setAttribute(list, "type", type);
      if (isOrdered && number !== 1) setAttribute(list, "start", String(number));
      const outer = open.at(-1)?.item.element;
      if (outer) append(outer, list);
      else lists.push(list);
    } else if (isOrdered && number !== last + 1) {
      setAttribute(element, "value", String(number));
    }
    append(list, element);
    open.push({ item, list, last: number });
  }
  return lists;
}

const append = (parent: Element, child: ChildNode) => {
  child.parentNode = parent;
  parent.childNodes.push(child);
};

/** Sets a list's tag and `type` from its style. Moves a list between two items into the first of them. */
function normalizeList(list: Element, looks: ElementStyles): Element {
  const items: ChildNode[] = [];
  let item: Element | undefined;
  const children = list.childNodes.flatMap((child) =>
    list.tagName === "ul" && isIndent(child, looks) ? child.childNodes : [child],
  );
  for (const child of children) {
    if (item && isList(child)) append(item, child);
    else items.push(child);
    if (isElement(child) && child.tagName === "li") item = child;
  }
  setChildren(list, items);
  const first = items.find(isElement);
  const type = looks.get(list)?.listType ?? (first && looks.get(first)?.listType);
  if (type === undefined || type === "none") return list;
  setAttribute(list, "type", type === "disc" || type === "1" ? undefined : type);
  const tag = type === "disc" ? "ul" : "ol";
  return list.tagName === tag ? list : rename(list, tag);
}

/** Whether an item has no marker and contains only lists. TinyMCE indents bullets with such items. */
const isIndent = (item: ChildNode, looks: ElementStyles): item is Element =>
  isElement(item) &&
  looks.get(item)?.listType === "none" &&
  item.childNodes.every((child) => isBlankText(child) || isList(child));

/** Reads the items of an element that specifies their levels. Empty for other elements. */
function readItems(element: Element, looks: ElementStyles, before: readonly Item[]): Item[] {
  if (isList(element)) return readList(element, looks);
  if (!/^(?:p|div)$/.test(element.tagName)) return [];
  const item = readWordItem(element, looks, before);
  if (item) return [item];
  // Word Online wraps each single-level list in an element.
  const [list, ...others] = element.childNodes.filter((child) => !isBlankText(child));
  if (!list || !isList(list) || others.length > 0) return [];
  return list.childNodes.some(isWordOnlineItem) ? readList(list, looks) : [];
}

const isWordOnlineItem = (item: ChildNode): boolean =>
  isElement(item) && getAttribute(item, "data-aria-level") !== undefined;

/** Reads a list from Quill, Word Online or a Google Docs file. */
function readList(list: Element, looks: ElementStyles): Item[] {
  const items = list.childNodes.filter((child) => !isBlankText(child));
  const levels = items.map((item) => (isElement(item) ? readLevel(item, list) : undefined));
  if (!items.every(isElement) || levels.every((level) => level === undefined)) return [];
  return items.map((element, index) => {
    const level = levels[index] ?? 0;
    const type = isWordOnlineItem(element)
      ? (looks.get(list)?.listType ?? getAttribute(list, "type") ?? "1")
      : (["1", "a", "i"][level % 3] ?? "1");
    const kind = getAttribute(element, "data-list") ?? list.tagName;
    const isOrdered = kind === "ordered" || kind === "ol";
    const number = index === 0 ? Number(getAttribute(list, "start")) || 1 : undefined;
    return { level, type: isOrdered ? type : "disc", number, element };
  });
}

/** The level of an item, from 0 to 9. Quill writes no level for items without indentation. */
function readLevel(item: Element, list: Element): number | undefined {
  const quill = /(?:^|\s)ql-indent-([1-9])(?:\s|$)/.exec(getAttribute(item, "class") ?? "")?.[1];
  const docs = /(?:^|\s)lst-kix_\w+-(\d)(?:\s|$)/.exec(getAttribute(list, "class") ?? "")?.[1];
  const level = getAttribute(item, "data-aria-level") ?? quill ?? docs;
  if (level === undefined && getAttribute(item, "data-list") === undefined) return undefined;
  return /^\d$/.test(level ?? "") ? Number(level) : 0;
}

/** Reads a list paragraph from Word, which contains its bullet or number as text. */
function readWordItem(
  element: Element,
  looks: ElementStyles,
  before: readonly Item[],
): Item | undefined {
  const level = Number(/^l\d+ level([1-9]) /.exec(`${looks.get(element)?.wordList ?? ""} `)?.[1]);
  const marker = level ? findMarker(element, looks) : undefined;
  if (!marker?.parentNode) return undefined;
  const previous = before.findLast((item) => item.level <= level);
  const number = previous?.level === level ? previous.number : undefined;
  const kind = parseMarker(textContent(marker), number);
  if (!kind) return undefined;
  const { parentNode } = marker;
  setChildren(
    parentNode,
    parentNode.childNodes.filter((child) => child !== marker),
  );
  return { level, ...kind, element: rename(element, "li") };
}

function findMarker(parent: Element, looks: ElementStyles): Element | undefined {
  for (const child of parent.childNodes) {
    if (!isElement(child) || isBlock(child.tagName)) continue;
    const found = looks.get(child)?.wordList === "ignore" ? child : findMarker(child, looks);
    if (found) return found;
  }
  return undefined;
}

/**
 * Reads a bullet, or a number such as `3.`, `b)` or `iv.`. Undefined for `1.2`, which lists can't express.
 *
 * @param previous the previous item's number, which decides whether `i` is a letter
 */
function parseMarker(text: string, previous = 0): { type: string; number?: number } | undefined {
  const marker = text.replace(/[\s\u00a0]+/g, "");
  // Some bullets are letters in a symbol font.
  if (/^[^\p{N}\p{Lo}]?$/u.test(marker)) return { type: "disc" };
  const label = /^\(?(\d{1,6}|[a-z]|[ivx]{1,6})[.):]?\)?$/i.exec(marker)?.[1];
  if (label === undefined) return undefined;
  if (/^\d/.test(label)) return { type: "1", number: Number(label) };
  const lower = label.toLowerCase();
  const isUpper = label !== lower;
  const letter = lower.charCodeAt(0) - 96;
  const roman = ROMAN.indexOf(lower) + 1;
  const isLetter = lower.length === 1 && (roman === 0 || letter === previous + 1);
  if (isLetter) return { type: isUpper ? "A" : "a", number: letter };
  return roman === 0 ? undefined : { type: isUpper ? "I" : "i", number: roman };
}

const ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" ");
