import { parseDeclarations } from "./declarations";
import {
  isEmptyClip,
  isEmptyClipPath,
  isMovedAway,
  isMovedByMargin,
  isScaledAway,
  isSeeThrough,
  isTinyBox,
  isTransformedAway,
  isTransparent,
  TINY,
} from "./hiding-values";
import { INHERITS, isInherited, parseLength, REVERTS, splitValue } from "./values";

/** The parts of a style that matter without CSS: whether text is visible, and what its formatting means. */
export interface Look {
  display?: "none" | "block" | "inline-block" | "inline";
  isFloating?: boolean;
  /** Whether the children are laid out as boxes, in a row or a grid. */
  isFlexible?: boolean;
  isInvisible?: boolean;
  /** Whether the text has no size. Not set by sizes relative to the parent's. */
  isTiny?: boolean;
  isTransparent?: boolean;
  /** Whether the background is visible through transparent text. */
  clipsBackground?: boolean;
  isBold?: boolean | "inherit";
  isItalic?: boolean | "inherit";
  /** The lines through and below the element's own text. */
  lines?: { underline: boolean; strike: boolean };
  shift?: "sub" | "sup" | "none";
  /** The `type` of an ordered list, `disc` for bullets, or `none`. */
  listType?: string;
  /** Word's list and level, such as `l0 level1 lfo1`. */
  wordList?: string;
  isPositioned?: boolean;
  isOutOfFlow?: boolean;
  hidesOverflow?: boolean;
  /** Whether a box without a size has room for something, such as a picture. */
  hasRoom?: boolean;
  /** Whether each property hides the element. */
  hides: Map<string, boolean>;
}

/** Reads a property's value into a look. Ignores invalid values, as browsers do. */
type Reader = (value: string, look: Look, name: string) => void;

const RELATIVE_SIZE = /^(?:em|ex|ch|%)$/;
const SIZE_WORD = /^(?:(?:x{1,2}-)?small|medium|(?:x{1,3}-)?large)$/;

function readSize(value: string, look: Look): void {
  const length = parseLength(value);
  if (length) {
    if (length.number < 0 || (length.unit === "" && length.number > 0)) return;
    if (length.number <= (TINY.get(length.unit) ?? 0)) look.isTiny = true;
    else if (RELATIVE_SIZE.test(length.unit)) delete look.isTiny;
    else look.isTiny = false;
  } else if (isInherited(value) || value === "larger" || value === "smaller") {
    delete look.isTiny;
  } else if (value === "initial" || SIZE_WORD.test(value) || /^[a-z]+\(/.test(value)) {
    look.isTiny = false;
  }
}

/** Weights from semi-bold on are bold. */
const parseWeight = (value: string): boolean | undefined => {
  if (value === "bold" || value === "bolder") return true;
  if (value === "normal" || value === "lighter") return false;
  const weight = Number(value);
  return weight >= 1 && weight <= 1000 ? weight >= 600 : undefined;
};

const readWeight: Reader = (value, look) => {
  const isBold = value === "initial" ? false : parseWeight(value);
  if (INHERITS.test(value)) look.isBold = "inherit";
  else if (isBold !== undefined) look.isBold = isBold;
  else if (REVERTS.test(value)) delete look.isBold;
};

const readSlant: Reader = (value, look) => {
  if (INHERITS.test(value)) look.isItalic = "inherit";
  else if (/^(?:italic|oblique\b)/.test(value)) look.isItalic = true;
  else if (value === "normal" || value === "initial") look.isItalic = false;
  else if (REVERTS.test(value)) delete look.isItalic;
};

/** Reads `font`, which also resets what it doesn't name. */
const readFont: Reader = (value, look) => {
  const words = splitValue(value);
  const sizeIndex = words.findIndex((word) => {
    const size = word.split("/", 1)[0] ?? "";
    const length = parseLength(size);
    return length ? length.unit !== "" || length.number === 0 : SIZE_WORD.test(size);
  });
  if (isInherited(value) || value === "initial") {
    readWeight(value, look, "font-weight");
    readSlant(value, look, "font-style");
    readSize(value, look);
  }
  // A size must be followed by a family.
  if (sizeIndex === -1 || sizeIndex === words.length - 1) return;
  const before = words.slice(0, sizeIndex);
  look.isBold = before.some((word) => parseWeight(word) === true);
  look.isItalic = before.some((word) => word === "italic" || word === "oblique");
  readSize((words[sizeIndex] ?? "").split("/", 1)[0] ?? "", look);
};

const readLines: Reader = (value, look) => {
  if (value === "inherit" || value.startsWith("revert")) delete look.lines;
  if (!/\b(?:none|initial|unset|underline|overline|line-through|blink)\b/.test(value)) return;
  const words = splitValue(value);
  look.lines = { underline: words.includes("underline"), strike: words.includes("line-through") };
};

/** Reads Word's double line. */
const readWordStrike: Reader = (value, look) => {
  if (value !== "none") look.lines = { underline: look.lines?.underline ?? false, strike: true };
};

const readColour: Reader = (value, look) => {
  if (isInherited(value) || value === "currentcolor") delete look.isTransparent;
  else if (/^(?:[a-z]+|#[\da-f]{3,8}|[a-z-]+\(.*\))$/.test(value)) {
    look.isTransparent = isTransparent(value);
  }
};

const BLOCK_DISPLAY =
  /^(?:block\b.*|flex|grid|flow-root|list-item|table(?:-[a-z-]+)?|-webkit-(?:box|flex))$/;
const INLINE_BOX_DISPLAY = /^(?:inline-[a-z-]+|-webkit-inline-(?:box|flex)|inline (?!flow$).+)$/;
const INLINE_DISPLAY = /^(?:inline(?: flow)?|contents|ruby|initial)$/;

const readDisplay: Reader = (value, look) => {
  if (value === "none") look.display = "none";
  else if (BLOCK_DISPLAY.test(value)) look.display = "block";
  else if (INLINE_BOX_DISPLAY.test(value)) look.display = "inline-block";
  else if (INLINE_DISPLAY.test(value)) look.display = "inline";
  else if (isInherited(value)) delete look.display;
  else return;
  look.isFlexible = /\b(?:flex|grid)$/.test(value);
};

const readVisibility: Reader = (value, look) => {
  if (value === "hidden" || value === "collapse") look.isInvisible = true;
  else if (value === "visible" || value === "initial") look.isInvisible = false;
  else if (isInherited(value)) delete look.isInvisible;
};

const readShift: Reader = (value, look) => {
  if (value === "sub") look.shift = "sub";
  else if (value === "super") look.shift = "sup";
  else if (value === "baseline" || value === "initial") look.shift = "none";
  else delete look.shift;
};

const LIST_TYPES = new Map<string, string>([
  ["none", "none"],
  ["disc", "disc"],
  ["circle", "disc"],
  ["square", "disc"],
  ["decimal", "1"],
  ["decimal-leading-zero", "1"],
  ["lower-alpha", "a"],
  ["lower-latin", "a"],
  ["upper-alpha", "A"],
  ["upper-latin", "A"],
  ["lower-roman", "i"],
  ["upper-roman", "I"],
]);

const readListType: Reader = (value, look) => {
  const type = splitValue(value).flatMap((word) => LIST_TYPES.get(word) ?? [])[0];
  if (type !== undefined) look.listType = type;
};

const readPosition: Reader = (value, look) => {
  look.isOutOfFlow = value === "absolute" || value === "fixed";
  look.isPositioned = look.isOutOfFlow || value === "relative";
};

const readFloat: Reader = (value, look) => (look.isFloating = /^(?:left|right)$/.test(value));

/** A reader of a property that can hide an element, with everything in it. */
const hiding =
  (isHidden: (value: string) => boolean | undefined): Reader =>
  (value, { hides }, name) => {
    const isHiding = isHidden(value);
    if (isHiding !== undefined) hides.set(name, isHiding);
  };

const readOverflow: Reader = (value, look) => (look.hidesOverflow = !/^visible\b/.test(value));

/** Reads paddings above and below, and smallest sizes. */
const readRoom: Reader = (value, look) => {
  const [top, , bottom] = splitValue(value);
  look.hasRoom ||= [top, bottom].some((one) => (parseLength(one)?.number ?? 0) > 0);
};

const readBackgroundClip: Reader = (value, look) => (look.clipsBackground = /\btext\b/.test(value));

const readWordList: Reader = (value, look) => (look.wordList = value);

/** The properties that matter. This is the list of what hides text. Classes and style sheets are not judged. */
const READERS = new Map<string, Reader>(
  Object.entries({
    display: readDisplay,
    visibility: readVisibility,
    "font-size": readSize,
    color: readColour,
    "-webkit-text-fill-color": readColour,
    opacity: hiding(isSeeThrough),
    filter: hiding((value) => /\bopacity\( ?(?:0+(?:\.0+)?|\.0+)%? ?\)/.test(value)),
    "content-visibility": hiding((value) => value === "hidden"),
    // Word and Outlook: hidden text, and reviewers' comments.
    "mso-hide": hiding((value) => value === "all" || value === "screen"),
    "mso-element": hiding((value) => value === "comment-list" || value === "comment"),
    clip: hiding(isEmptyClip),
    "clip-path": hiding(isEmptyClipPath),
    "-webkit-clip-path": hiding(isEmptyClipPath),
    transform: hiding(isTransformedAway),
    translate: hiding(isMovedAway),
    scale: hiding(isScaledAway),
    "text-indent": hiding(isMovedAway),
    margin: hiding(isMovedByMargin),
    "margin-left": hiding(isMovedAway),
    "margin-top": hiding(isMovedAway),
    left: hiding(isMovedAway),
    right: hiding(isMovedAway),
    top: hiding(isMovedAway),
    bottom: hiding(isMovedAway),
    inset: hiding(isMovedAway),
    height: hiding(isTinyBox),
    "max-height": hiding(isTinyBox),
    width: hiding(isTinyBox),
    "max-width": hiding(isTinyBox),
    position: readPosition,
    float: readFloat,
    overflow: readOverflow,
    padding: readRoom,
    "padding-top": readRoom,
    "padding-bottom": readRoom,
    "min-height": readRoom,
    "min-width": readRoom,
    "overflow-x": readOverflow,
    "overflow-y": readOverflow,
    background: readBackgroundClip,
    "background-clip": readBackgroundClip,
    "-webkit-background-clip": readBackgroundClip,
    // What formatting means.
    "font-weight": readWeight,
    "font-style": readSlant,
    font: readFont,
    "text-decoration": readLines,
    "text-decoration-line": readLines,
    "-webkit-text-decoration": readLines,
    "-webkit-text-decoration-line": readLines,
    "text-line-through": readWordStrike,
    "vertical-align": readShift,
    "list-style": readListType,
    "list-style-type": readListType,
    "mso-list": readWordList,
  }),
);

const NO_LOOK: Look = { hides: new Map() };

/** Reads a `style` attribute. */
export function readStyle(style: string | undefined): Look {
  if (style === undefined) return NO_LOOK;
  const look: Look = { hides: new Map() };
  for (const { name, value } of parseDeclarations(style)) READERS.get(name)?.(value, look, name);
  return look;
}
