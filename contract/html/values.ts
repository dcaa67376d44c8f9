// Values of CSS properties, and which of them hide text.

interface Length {
  number: number;
  unit: string;
}

export function parseLength(value = ""): Length | undefined {
  const found = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/.exec(value);
  return found ? { number: Number(found[1]), unit: found[2] ?? "" } : undefined;
}

/** Splits a value at its spaces, except around commas and slashes and inside brackets. */
export const splitValue = (value: string): string[] =>
  value.replace(/ ?([(),/]) ?/g, "$1").match(/[^ (]+(?:\([^)]*\)?)?|\([^)]*\)?/g) ?? [];

/** The largest unreadable sizes, by unit. Email templates hide text with one pixel. */
const TINY: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1,
  in: 0.014,
  cm: 0.035,
  mm: 0.35,
  em: 0.1,
  rem: 0.1,
  ex: 0.1,
  ch: 0.1,
  "%": 10,
};

export const isTiny = ({ number, unit }: Length): boolean => number <= (TINY[unit] ?? 0);

/** Whether a colour is `transparent`, `#0000`, `#rrggbb00`, `rgba(…, 0)` or `rgb(… / 0%)`. */
export const isTransparent = (colour: string): boolean =>
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|[a-z]+\((?:(?:[^,]+,){3}|[^/]+\/) ?[0.]+%? ?\))$/.test(
    colour,
  );

/** Whether an opacity is too low to read text. */
export const isSeeThrough = (value: string): boolean => {
  const opacity = parseLength(value);
  return opacity !== undefined && opacity.number < (opacity.unit === "%" ? 10 : 0.1);
};

/** Whether a box of this size shows no text. A percentage of an unknown height has no effect. */
export const isTinyBox = (value: string): boolean => {
  const { number, unit } = parseLength(value) ?? { number: NaN, unit: "" };
  return unit === "px" ? number <= 1 : number === 0 && unit !== "%";
};

/** Larger distances are off every screen, by unit. Percentages can refer to a small box. */
const FAR_OFF: Readonly<Record<string, number>> = { vw: -100, vh: -100, em: -60, rem: -60 };

/** Whether a box is moved off every screen. Positive distances don't count, because pages scroll to them. */
function isFarOff(value: string | undefined): boolean {
  const length = parseLength(value);
  return length !== undefined && length.number <= (FAR_OFF[length.unit] ?? -900);
}

export const isMovedOffScreen = (distances: string): boolean =>
  splitValue(distances).some(isFarOff);

/** Whether a margin moves a box up or to the left. Other margins don't move the box itself. */
export function isMovedOffScreenByMargin(margins: string): boolean {
  const [top, right = top, , left = right] = splitValue(margins);
  return isFarOff(top) || isFarOff(left);
}

const isZero = (value: string): boolean => parseLength(value)?.number === 0;

export const isScaledToZero = (factors: string): boolean => splitValue(factors).some(isZero);

export const isHiddenByTransform = (value: string): boolean =>
  [...value.matchAll(/\b(scale|translate)(?:x|y|3d)?\( ?([^()]*)\)/g)].some(
    ([, name, numbers = ""]) => numbers.split(/[ ,]+/).some(name === "scale" ? isZero : isFarOff),
  );

export const isEmptyClip = (value: string): boolean => {
  const sides = /^rect\(([^)]*)\)$/.exec(value)?.[1]?.split(/[ ,]+/).map(Number.parseFloat) ?? [];
  const [top = NaN, right = NaN, bottom = NaN, left = NaN] = sides;
  return bottom - top <= 1 || right - left <= 1;
};

const parsePercentage = (value: string): number =>
  Number(/^(\d+(?:\.\d+)?)%$/.exec(value)?.[1] ?? 0);

export const isEmptyClipPath = (value: string): boolean => {
  const sides = /^inset\( ?([^)]*)/.exec(value)?.[1]?.split(" ").map(parsePercentage) ?? [];
  const [top = NaN, right = top, bottom = top, left = right] = sides;
  return (
    top + bottom >= 100 ||
    left + right >= 100 ||
    /^(?:circle|ellipse)\( ?0[a-z%]* ?(?:\)|at| )/.test(value) ||
    /^polygon\((?:0[a-z%]*[ ,]*)+\)$/.test(value)
  );
};
