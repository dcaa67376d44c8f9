import { parseDeclarations } from "./declarations";
import {
  isEmptyClip,
  isEmptyClipPath,
  isMovedOffScreen,
  isMovedOffScreenByMargin,
  isScaledToZero,
  isSeeThrough,
  isTiny,
  isTinyBox,
  isHiddenByTransform,
  isTransparent,
  parseLength,
  splitValue,
} from "./values";

/** The elements to which a property applies. Sizes hide text only in small boxes that hide their overflow. */
type AppliesTo = "all" | "boxes" | "positioned boxes" | "boxes out of flow" | "small boxes";

/** The parts of a style that matter without CSS: whether text is visible, and what its formatting means. */
export interface ElementStyle {
  display?: "none" | "block" | "inline-block" | "inline" | undefined;
  /** Whether the children are laid out as boxes, in a row or a grid. */
  isFlexible?: boolean;
  isPositioned?: boolean;
  /** Whether the element floats or is positioned, which makes it a box. */
  isOutOfFlow?: boolean;
  hidesOverflow?: boolean;
  /** Whether a box without a size takes up space, for example for a picture. */
  hasRoom?: boolean;
  /** The properties that hide the element and everything in it. */
  hides: Map<string, AppliesTo>;
  isInvisible?: boolean | undefined;
  /** Whether the text has no size. Undefined for sizes relative to the parent's. */
  isTiny?: boolean | undefined;
  isTransparent?: boolean | undefined;
  /** Whether line ends in the text are preserved. */
  keepsLines?: boolean;
  /** Whether the background is visible through transparent text. */
  clipsBackground?: boolean;
  isBold?: boolean | "inherit" | undefined;
  isItalic?: boolean | "inherit" | undefined;
  /** The lines through and below the element's text. */
  lines?: { underline: boolean; strike: boolean } | undefined;
  shift?: "sub" | "sup" | "none";
  /** The `type` of an ordered list, `disc` for bullets, or `none`. */
  listType?: string | undefined;
  /** Word's list and level, such as `l0 level1 lfo1`. */
  wordList?: string;
}

/** Reads a property's value. Ignores invalid values, as browsers do. */
type Reader = (value: string, look: ElementStyle, name: string) => void;

/** Creates a reader of a property that can hide an element, with everything in it. */
const hiding =
  (appliesTo: AppliesTo, isHidden: (value: string) => boolean): Reader =>
  (value, { hides }, name) => {
    if (isHidden(value)) hides.set(name, appliesTo);
    else hides.delete(name);
  };

const isInherited = (value: string): boolean => value === "inherit" || value === "unset";

const SIZE_WORD = /^(?:(?:x{1,2}-)?small|medium|(?:x{1,3}-)?large|initial)$/;

const readSize: Reader = (value, look) => {
  const length = parseLength(value);
  if (length) {
    if (length.number < 0 || (length.unit === "" && length.number > 0)) return;
    look.isTiny = isTiny(length) || (/^(?:em|ex|ch|%)$/.test(length.unit) ? undefined : false);
  } else if (isInherited(value) || value === "larger" || value === "smaller") {
    look.isTiny = undefined;
  } else if (SIZE_WORD.test(value) || value.includes("(")) {
    look.isTiny = false;
  }
};

/** Reads a weight. Semi-bold and heavier count as bold. */
const readWeight: Reader = (value, look) => {
  const weight = Number(value);
  if (isInherited(value)) look.isBold = "inherit";
  else if (/^(?:normal|lighter|initial)$/.test(value)) look.isBold = false;
  else if (/^bold(?:er)?$/.test(value)) look.isBold = true;
  else if (weight >= 1 && weight <= 1000) look.isBold = weight >= 600;
};

const readSlant: Reader = (value, look) => {
  if (isInherited(value)) look.isItalic = "inherit";
  else if (/^(?:italic|oblique\b)/.test(value)) look.isItalic = true;
  else if (value === "normal" || value === "initial") look.isItalic = false;
};

/** Reads `font`, which also resets the properties that it omits. */
const readFont: Reader = (value, look, name) => {
  if (isInherited(value))
    for (const read of [readWeight, readSlant, readSize]) read(value, look, name);
  const words = splitValue(value).map((word) => word.split("/", 1)[0] ?? "");
  const sizeIndex = words.findIndex((word) => {
    const length = parseLength(word);
    return length ? length.unit !== "" || length.number === 0 : SIZE_WORD.test(word);
  });
  // A size must be followed by a family.
  if (sizeIndex === -1 || sizeIndex === words.length - 1) return;
  [look.isBold, look.isItalic] = [false, false];
  for (const word of words.slice(0, sizeIndex).filter((part) => part !== "normal"))
    for (const read of [readWeight, readSlant]) read(word, look, name);
  readSize(words[sizeIndex] ?? "", look, name);
};

const readLines: Reader = (value, look) => {
  if (value === "inherit") look.lines = undefined;
  if (!/\b(?:none|initial|unset|underline|overline|line-through|blink)\b/.test(value)) return;
  const words = splitValue(value);
  look.lines = { underline: words.includes("underline"), strike: words.includes("line-through") };
};

/** Reads Word's double strikethrough. */
const readWordStrike: Reader = (value, look) => {
  if (value !== "none") look.lines = { underline: look.lines?.underline ?? false, strike: true };
};

const readVisibility: Reader = (value, look) => {
  if (value === "hidden" || value === "collapse") look.isInvisible = true;
  else if (value === "visible" || value === "initial") look.isInvisible = false;
  else if (isInherited(value)) look.isInvisible = undefined;
};

const readColour: Reader = (value, look) => {
  if (isInherited(value) || value === "currentcolor") look.isTransparent = undefined;
  else if (/^(?:[a-z]+|#[\da-f]{3,8}|[a-z-]+\(.*\))$/.test(value))
    look.isTransparent = isTransparent(value);
};

const DISPLAYS = [
  ["none", /^none$/],
  ["block", /^(?:block|flex|grid|flow-root|list-item|table(?:-[a-z-]+)?)$/],
  ["inline-block", /^inline-[a-z]+$/],
  ["inline", /^(?:inline|contents|initial)$/],
  [undefined, /^(?:inherit|unset)$/],
] as const;

const readDisplay: Reader = (value, look) => {
  const found = DISPLAYS.find(([, values]) => values.test(value));
  if (!found) return;
  look.display = found[0];
  look.isFlexible = /\b(?:flex|grid)$/.test(value);
};

const LIST_TYPES: Readonly<Record<string, string>> = {
  ...{ none: "none", disc: "disc", circle: "disc", square: "disc", decimal: "1" },
  ...{ "decimal-leading-zero": "1", "lower-alpha": "a", "lower-latin": "a", "lower-roman": "i" },
  ...{ "upper-alpha": "A", "upper-latin": "A", "upper-roman": "I" },
};

const readListType: Reader = (value, look) => {
  const word = splitValue(value).find((part) => Object.hasOwn(LIST_TYPES, part));
  if (word !== undefined) look.listType = LIST_TYPES[word];
};

const readPosition: Reader = (value, look) => {
  const isOutOfFlow = value === "absolute" || value === "fixed";
  look.isPositioned = isOutOfFlow || value === "relative";
  look.isOutOfFlow ||= isOutOfFlow;
};

const readFloat: Reader = (value, look) => (look.isOutOfFlow ||= /^(?:left|right)$/.test(value));

const readOverflow: Reader = (value, look) => (look.hidesOverflow = !value.startsWith("visible"));

/** Reads vertical padding and minimum sizes. */
const readRoom: Reader = (value, look) => {
  const [top, , bottom] = splitValue(value);
  look.hasRoom ||= [top, bottom].some((padding) => (parseLength(padding)?.number ?? 0) > 0);
};

const readWhiteSpace: Reader = (value, look) => {
  if (!isInherited(value)) look.keepsLines = /^(?:pre|break-spaces)/.test(value);
};

const readBackgroundClip: Reader = (value, look) => (look.clipsBackground = /\btext\b/.test(value));

const readShift: Reader = (value, look) =>
  (look.shift = value === "super" ? "sup" : value === "sub" ? "sub" : "none");

const readWordList: Reader = (value, look) => (look.wordList = value);

/** The relevant properties, including all that hide text. Classes and style sheets are ignored. */
const READERS = new Map<string, Reader>(
  (
    [
      ["display", readDisplay],
      ["visibility", readVisibility],
      ["font-size", readSize],
      ["color -webkit-text-fill-color", readColour],
      ["opacity", hiding("all", isSeeThrough)],
      ["filter", hiding("all", (value) => /\bopacity\( ?[0.]+%? ?\)/.test(value))],
      ["content-visibility", hiding("boxes", (value) => value === "hidden")],
      // Word and Outlook: hidden text, and reviewers' comments.
      ["mso-hide", hiding("all", (value) => value === "all" || value === "screen")],
      ["mso-element", hiding("all", (value) => value === "comment-list" || value === "comment")],
      ["clip", hiding("boxes out of flow", isEmptyClip)],
      ["clip-path -webkit-clip-path", hiding("all", isEmptyClipPath)],
      ["transform", hiding("boxes", isHiddenByTransform)],
      ["scale", hiding("boxes", isScaledToZero)],
      ["translate margin-top text-indent", hiding("boxes", isMovedOffScreen)],
      ["margin", hiding("all", isMovedOffScreenByMargin)],
      ["margin-left", hiding("all", isMovedOffScreen)],
      ["left right top bottom inset", hiding("positioned boxes", isMovedOffScreen)],
      ["height max-height width max-width", hiding("small boxes", isTinyBox)],
      ["position", readPosition],
      ["float", readFloat],
      ["overflow overflow-x overflow-y", readOverflow],
      ["padding padding-top padding-bottom min-height min-width", readRoom],
      ["background background-clip -webkit-background-clip", readBackgroundClip],
      // Properties for formatting.
      ["font-weight", readWeight],
      ["font-style", readSlant],
      ["font", readFont],
      ["text-decoration text-decoration-line", readLines],
      ["-webkit-text-decoration -webkit-text-decoration-line", readLines],
      ["text-line-through", readWordStrike],
      ["white-space white-space-collapse", readWhiteSpace],
      ["vertical-align", readShift],
      ["list-style list-style-type", readListType],
      ["mso-list", readWordList],
    ] satisfies [string, Reader][]
  ).flatMap(([names, reader]) => names.split(" ").map((name) => [name, reader] as const)),
);

export function readStyle(style = ""): ElementStyle {
  const look: ElementStyle = { hides: new Map() };
  for (const { name, value } of parseDeclarations(style)) READERS.get(name)?.(value, look, name);
  return look;
}
