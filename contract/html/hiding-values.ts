import { isInherited, parseLength, splitValue } from "./values";

/** The largest sizes that can't be read, by unit. Email templates hide text with one pixel. */
export const TINY = new Map<string, number>([
  ["px", 1],
  ["pt", 1],
  ["em", 0.1],
  ["rem", 0.1],
  ["ex", 0.1],
  ["ch", 0.1],
  ["%", 10],
]);

/** A transparent colour: `transparent`, `#0000`, `#rrggbb00`, `rgba(…, 0)` or `rgb(… / 0%)`. */
const TRANSPARENT =
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|[a-z]+\([^,/)]+(?:,[^,/)]+,[^,/)]+,|\/)[+-]?(?:0+(?:\.0+)?|\.0+)%?\))$/;

export const isTransparent = (colour: string): boolean =>
  TRANSPARENT.test(colour.replace(/ ?([(),/]) ?/g, "$1"));

/** Whether a box of this size shows none of its text. A percentage of an unknown height has no effect. */
export function isTinyBox(value: string): boolean | undefined {
  const length = parseLength(value);
  if (length)
    return (
      (length.number === 0 && length.unit !== "%") || (length.unit === "px" && length.number <= 1)
    );
  return value === "" ? undefined : false;
}

/** Percentages depend on the size of the box or of its parent, which can be small. */
const FAR_OFF = new Map<string, number>([
  ["vw", -100],
  ["vh", -100],
  ["em", -60],
  ["rem", -60],
]);

/** Whether a box is moved out of every screen. Positive distances don't count, because pages scroll to them. */
function isFarOff(value: string | undefined): boolean {
  const length = parseLength(value);
  if (!length) return false;
  return length.number <= (FAR_OFF.get(length.unit) ?? -900);
}

/** Whether an opacity is so low that text can't be read. */
export const isSeeThrough = (value: string): boolean | undefined => {
  const opacity = parseLength(value);
  if (!opacity) return isInherited(value) || value === "initial" ? false : undefined;
  return opacity.number < (opacity.unit === "%" ? 10 : 0.1);
};

export const isEmptyClip = (value: string): boolean => {
  const sides = /^rect\(([^)]*)\)$/.exec(value)?.[1]?.split(/[ ,]+/).map(Number.parseFloat) ?? [];
  const [top = NaN, right = NaN, bottom = NaN, left = NaN] = sides;
  return bottom - top <= 1 || right - left <= 1;
};

const parsePercentage = (value: string): number =>
  Number(/^(\d+(?:\.\d+)?)%$/.exec(value)?.[1] ?? 0);

export const isEmptyClipPath = (value: string): boolean => {
  const [top = NaN, right = top, bottom = top, left = right] =
    /^inset\( ?([^)]*)/.exec(value)?.[1]?.split(" ").map(parsePercentage) ?? [];
  return (
    top + bottom >= 100 ||
    left + right >= 100 ||
    /^(?:circle|ellipse)\( ?0[a-z%]* ?(?:\)|at| )/.test(value) ||
    /^polygon\((?:0[a-z%]*[ ,]*)+\)$/.test(value)
  );
};

export const isTransformedAway = (value: string): boolean =>
  [...value.matchAll(/\b(scale|translate)(?:x|y|3d)?\(([^()]*)\)/g)].some(([, name, values = ""]) =>
    values
      .split(",")
      .map((one) => one.trim())
      .some((one) => (name === "scale" ? parseLength(one)?.number === 0 : isFarOff(one))),
  );

export const isMovedAway = (distances: string): boolean => splitValue(distances).some(isFarOff);

/** Whether a margin moves a box up or to the left. Others don't move the box itself. */
export function isMovedByMargin(margins: string): boolean {
  const [top, right, , left = right] = splitValue(margins);
  return isFarOff(top) || isFarOff(left ?? top);
}

export const isScaledAway = (factors: string): boolean =>
  splitValue(factors).some((factor) => parseLength(factor)?.number === 0);
