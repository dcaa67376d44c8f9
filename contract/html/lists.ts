import { isBlock } from "./elements";
import type { Looks } from "./remove-hidden";
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

/** The deepest level of a list in Quill and Word. */
const MAX_LEVEL = 9;

/** An item of a list whose nesting is written as a level: in Quill's HTML, and in Word's paragraphs. */
interface Item {
  level: number;
  isOrdered: boolean;
  /** Of a list that begins with this item. */
  type?: string | undefined;
  number?: number | undefined;
  element: Element;
}

/** A list that is being built, and its last number. */
interface OpenList {
  level: number;
  element: Element;
  last: number;
}

/** Nests items by their levels. A list whose kind changes becomes several lists, and its numbers go on. */
function nestItems(items: readonly Item[]): Element[] {
  const lists: Element[] = [];
  const open: OpenList[] = [];
  for (const item of items) {
    while ((open.at(-1)?.level ?? -1) > item.level) open.pop();
    const tag = item.isOrdered ? "ol" : "ul";
    const same = open.at(-1)?.level === item.level ? open.pop() : undefined;
    const last = same?.last ?? 0;
    const number = item.isOrdered ? (item.number ?? last + 1) : last;
    const goesOn = same?.element.tagName === tag;
    const list = goesOn ? same.element : createElement(tag);
    if (!goesOn) {
      const parentItem = open.at(-1)?.element.childNodes.at(-1);
      if (parentItem && isElement(parentItem)) append(parentItem, list);
      else lists.push(list);
      setAttribute(list, "type", item.isOrdered && item.type !== "1" ? item.type : undefined);
      setAttribute(list, "start", item.isOrdered && number !== 1 ? String(number) : undefined);
    } else if (item.isOrdered && number !== last + 1) {
      setAttribute(item.element, "value", String(number));
    }
    append(list, item.element);
    open.push({ level: item.level, element: list, last: number });
  }
  return lists;
}

const append = (parent: Element, child: ChildNode) => {
  child.parentNode = parent;
  parent.childNodes.push(child);
};

/** Gives lists the kind, nesting and numbers that their author saw. */
export function normalizeLists(parent: ParentNode, looks: Looks): void {
  for (const child of parent.childNodes) if (isElement(child)) normalizeLists(child, looks);
  joinWordLists(parent, looks);
  setChildren(
    parent,
    parent.childNodes.flatMap((child) => {
      if (!isElement(child) || !/^[ou]l$/.test(child.tagName)) return [child];
      return isQuillList(child) ? nestItems(quillItems(child)) : [normalizeList(child, looks)];
    }),
  );
}

/** Applies the kind and type of a list's style, and moves lists between items into the items before them. */
function normalizeList(list: Element, looks: Looks): Element {
  const items: ChildNode[] = [];
  let item: Element | undefined;
  for (const child of list.childNodes) {
    if (isElement(child) && /^[ou]l$/.test(child.tagName) && item) append(item, child);
    else items.push(child);
    if (isElement(child) && child.tagName === "li") item = child;
  }
  setChildren(list, items);
  const first = items.find(isElement);
  const type = looks.get(list)?.listType ?? (first && looks.get(first)?.listType);
  if (type === undefined) return list;
  const isOrdered = type !== "disc";
  setAttribute(list, "type", isOrdered && type !== "1" ? type : undefined);
  return (list.tagName === "ol") === isOrdered ? list : rename(list, isOrdered ? "ol" : "ul");
}

const QUILL_INDENT = /(?:^|\s)ql-indent-([1-9])(?:\s|$)/;

const quillLevel = (item: Element): number =>
  Number(QUILL_INDENT.exec(getAttribute(item, "class") ?? "")?.[1] ?? 0);

const isQuillList = (list: Element): boolean =>
  list.childNodes.some(
    (child) =>
      isElement(child) && (getAttribute(child, "data-list") !== undefined || quillLevel(child) > 0),
  );

/** Quill's numbers are 1, a and i by level. */
const quillItems = (list: Element): Item[] =>
  list.childNodes.filter(isElement).map((element) => {
    const level = quillLevel(element);
    const kind = getAttribute(element, "data-list");
    const isOrdered = kind === undefined ? list.tagName === "ol" : kind === "ordered";
    return { level, isOrdered, type: ["1", "a", "i"][level % 3], element };
  });

/** Turns runs of Word's list paragraphs into lists. */
function joinWordLists(parent: ParentNode, looks: Looks): void {
  const children: ChildNode[] = [];
  let items: Item[] = [];
  let blanks: ChildNode[] = [];
  const flush = () => {
    children.push(...nestItems(items), ...blanks);
    [items, blanks] = [[], []];
  };
  for (const child of parent.childNodes) {
    const item = isElement(child) ? wordItem(child, looks, items) : undefined;
    if (item) {
      blanks = [];
      items.push(item);
    } else if (items.length > 0 && isBlankText(child)) {
      blanks.push(child);
    } else {
      flush();
      children.push(child);
    }
  }
  flush();
  setChildren(parent, children);
}

/** Reads a list paragraph, which contains its bullet or number as text. Undefined for other elements. */
function wordItem(element: Element, looks: Looks, before: readonly Item[]): Item | undefined {
  if (!/^(?:p|div)$/.test(element.tagName)) return undefined;
  const level = Number(/^l\d+ level(\d) /.exec(`${looks.get(element)?.wordList ?? ""} `)?.[1]);
  const marker = level >= 1 ? findMarker(element, looks) : undefined;
  if (!marker) return undefined;
  const previous = before.findLast((item) => item.level <= level);
  const number = previous?.level === level ? previous.number : undefined;
  const kind = parseMarker(textContent(marker), number);
  if (!kind) return undefined;
  removeNode(marker);
  return {
    level: Math.min(level, MAX_LEVEL),
    isOrdered: kind.type !== undefined,
    ...kind,
    element: createElement("li", element.childNodes),
  };
}

function findMarker(parent: Element, looks: Looks): Element | undefined {
  for (const child of parent.childNodes) {
    if (!isElement(child) || isBlock(child.tagName)) continue;
    const found = looks.get(child)?.wordList === "ignore" ? child : findMarker(child, looks);
    if (found) return found;
  }
  return undefined;
}

function removeNode(node: Element): void {
  const parent = node.parentNode;
  if (parent)
    setChildren(
      parent,
      parent.childNodes.filter((child) => child !== node),
    );
}

/**
 * Reads a bullet, or a number such as `3.`, `b)` or `iv.`. Undefined for `1.2`, which lists can't express.
 *
 * @param before the number of the item before. It decides whether `i` is a letter
 */
function parseMarker(
  text: string,
  before: number | undefined,
): { type?: string; number?: number } | undefined {
  const marker = text.replace(/[\s\u00a0]+/g, "");
  // Some bullets are letters in a font of symbols.
  if (/^\D?$/u.test(marker)) return {};
  const label = /^\(?(\d{1,6}|[a-z]|[ivx]{1,6})[.):]?\)?$/i.exec(marker)?.[1];
  if (label === undefined) return undefined;
  if (/^\d/.test(label)) return { type: "1", number: Number(label) };
  const isUpper = label !== label.toLowerCase();
  const letter = label.toLowerCase().charCodeAt(0) - 96;
  const roman = parseRoman(label.toLowerCase());
  const isLetter = label.length === 1 && (letter === (before ?? 0) + 1 || roman === undefined);
  if (isLetter) return { type: isUpper ? "A" : "a", number: letter };
  return roman === undefined ? undefined : { type: isUpper ? "I" : "i", number: roman };
}

const ROMAN = new Map([
  ["i", 1],
  ["v", 5],
  ["x", 10],
]);

function parseRoman(digits: string): number | undefined {
  const values = [...digits].map((digit) => ROMAN.get(digit));
  if (values.includes(undefined)) return undefined;
  return values.reduce<number>((sum, value = 0, index) => {
    const isBeforeLarger = value < (values[index + 1] ?? 0);
    return sum + (isBeforeLarger ? -value : value);
  }, 0);
}
