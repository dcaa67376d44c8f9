// How well colours can be told apart (WCAG 2.2, 1.4.3), for browsers that do not see to it themselves.

/** The least contrast of words on their background. */
export const LEAST = 4.5;

/** What a company's page has if its CSS says nothing: app/ui/styles/parts/tokens.css. */
const DEFAULTS = {
  "--accent": "#1f4f82",
  "--accent-text": "#fff",
  "--background": "#f5f6f8",
  "--surface": "#fff",
  "--text": "#1c2430",
};

/** @typedef {keyof typeof DEFAULTS} Name */

/** What stands on what. @type {[of: Name, on: Name, what: string][]} */
const PAIRS = [
  ["--accent-text", "--accent", "the words on a button"],
  ["--accent", "--background", "links on the page"],
  ["--accent", "--surface", "links on a card"],
  ["--text", "--background", "words on the page"],
  ["--text", "--surface", "words on a card"],
];

/**
 * A colour such as `#0f5c4a` or `#fff` as red, green and blue from 0 to 1; undefined if it is written
 * otherwise.
 *
 * @param {string} colour
 * @returns {number[] | undefined}
 */
function channels(colour) {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(colour.trim()) ?? [];
  const digits = short?.replace(/./g, "$&$&") ?? long;
  return digits?.match(/../g)?.map((pair) => Number.parseInt(pair, 16) / 255);
}

const linear = (/** @type {number} */ part) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;

const gamma = (/** @type {number} */ part) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

/** @param {number[]} parts */
function luminance(parts) {
  const [red = 0, green = 0, blue = 0] = parts.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The contrast of two colours, from 1 to 21; undefined if either is not written as `#rrggbb` or `#rgb`.
 *
 * @param {string} one @param {string} other
 */
export function contrast(one, other) {
  const [first, second] = [channels(one), channels(other)];
  if (!first || !second) return undefined;
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever reads better on a colour. @param {string} colour `#rrggbb` */
export const wordsOn = (colour) =>
  (contrast(colour, "#ffffff") ?? 0) >= (contrast(colour, "#000000") ?? 0) ? "#fff" : "#000";

/**
 * A colour, made darker in its own shade until links in it can be read on a plain page.
 *
 * @param {string} colour `#rrggbb` or `#rgb`
 */
export function readable(colour) {
  const parts = channels(colour) ?? [];
  const written = (/** @type {number} */ share) =>
    `#${parts
      .map((part) => Math.round(255 * gamma(linear(part) * share)))
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("")}`;
  for (let share = 1; share > 0; share -= 0.01) {
    const tried = written(share);
    if ((contrast(tried, DEFAULTS["--background"]) ?? 0) >= LEAST) return tried;
  }
  return "#000000";
}

/**
 * The contrasts of a company's colours that are too small. Browsers since 2024 mend them by themselves
 * (docs/branding.md); only colours that are written as `#rrggbb` or `#rgb` are looked at.
 *
 * @param {string} css
 * @returns {{ line: number, text: string }[]}
 */
export function contrastWarnings(css) {
  const code = css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
  /** @type {Partial<Record<Name, { colour: string, line: number }>>} */
  const set = {};
  // The first of each: what comes later is for dark pages, or for newer browsers.
  for (const { 1: name, 2: colour = "", index } of code.matchAll(/(--[\w-]+)\s*:\s*([^;}]+)/g)) {
    const known = Object.keys(DEFAULTS).find((one) => one === name);
    if (known === undefined || known in set) continue;
    // Only names are in the table.
    set[/** @type {Name} */ (known)] = { colour, line: code.slice(0, index).split("\n").length };
  }
  return PAIRS.flatMap(([of, on, what]) => {
    const lines = [set[of]?.line, set[on]?.line].filter((line) => line !== undefined);
    const colours = [set[of]?.colour ?? DEFAULTS[of], set[on]?.colour ?? DEFAULTS[on]];
    const found = contrast(colours[0] ?? "", colours[1] ?? "");
    if (lines.length === 0 || found === undefined || found >= LEAST) return [];
    return [
      {
        line: Math.min(...lines),
        text: `In browsers before 2024 ${what} are hard to read: ${of} on ${on} has a contrast of ${found.toFixed(1)}, not ${LEAST}.`,
      },
    ];
  }).sort((one, other) => one.line - other.line);
}
