import { parseXml } from "@rgrove/parse-xml";
import { describe, expect, test } from "vitest";
import { bars, curves, ticks } from "./picture.mjs";

/** Names that would break an attribute or an element. */
const NAME = `A & B <i>"C"</i>`;

const barsOf = (
  /** @type {number[][]} */ values,
  { isStacked = false, rows = values[0]?.map((_, row) => [`row ${row}`, "more"]) ?? [] } = {},
) =>
  bars({
    title: NAME,
    description: `${NAME}, told`,
    rows,
    panels: [
      {
        title: "ms",
        digits: 1,
        isStacked,
        series: values.map((of, index) => ({ name: `series ${index}`, values: of })),
      },
    ],
  });

const curvesOf = (/** @type {number[][]} */ values, numbers = [10, 100, 1000]) =>
  curves({
    title: NAME,
    description: `${NAME}, told`,
    over: { title: "pages", numbers },
    panels: [
      { title: "MB", lines: values.map((of, index) => ({ name: `line ${index}`, values: of })) },
    ],
  });

/** The elements of a picture. @param {string} svg */
function elementsOf(svg) {
  /** @type {{ name: string; attributes: Record<string, string>; text: string }[]} */
  const found = [];
  /** @param {import("@rgrove/parse-xml").XmlElement} element */
  const walk = (element) => {
    found.push(element);
    for (const child of element.children)
      if ("attributes" in child) walk(/** @type {any} */ (child));
  };
  const { root } = parseXml(svg);
  if (root) walk(root);
  return found;
}

/** @param {string} svg @param {string} kind its class */
const widthsOf = (svg, kind) =>
  elementsOf(svg)
    .filter(({ name, attributes }) => name === "rect" && attributes.class === kind)
    .map(({ attributes }) => Number(attributes.width));

/** @param {string} svg */
const wordsOf = (svg) =>
  elementsOf(svg)
    .filter(({ name }) => name === "text")
    .map(({ text }) => text);

/** The points of a curve. @param {string} svg @param {number} index */
const pointsOf = (svg, index) =>
  (
    elementsOf(svg)
      .filter(({ attributes }) => attributes.class === `l l${index}`)
      .map(({ attributes }) => attributes.d ?? "")
      .find((path) => path.includes("L")) ?? ""
  )
    .slice(1)
    .split("L")
    .map((point) => point.split(" ").map(Number));

describe.each([
  { picture: "bars", svg: barsOf([[1, 2]]) },
  { picture: "curves", svg: curvesOf([[1, 2, 3]]) },
])("$picture", ({ svg }) => {
  test("are told to those who do not see them, in words as they are", () => {
    const [root, title, desc] = elementsOf(svg);
    expect(root?.attributes).toMatchObject({
      role: "img",
      "aria-labelledby": "title description",
    });
    expect(title).toMatchObject({ name: "title", text: NAME, attributes: { id: "title" } });
    expect(desc).toMatchObject({ text: `${NAME}, told`, attributes: { id: "description" } });
    expect(wordsOf(svg)).toContain(NAME);
  });

  test("stay within the picture", () => {
    const [root, ...parts] = elementsOf(svg);
    const [, , width = 0, height = 0] = root?.attributes.viewBox?.split(" ").map(Number) ?? [];
    const inside = (/** @type {string[]} */ names, /** @type {number} */ most) => {
      for (const { attributes } of parts) {
        for (const name of names) {
          const at = Number(attributes[name]?.replace("100%", "0") ?? 0);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(most);
        }
      }
    };
    inside(["x", "x1", "x2", "cx", "width"], width);
    inside(["y", "y1", "y2", "cy", "height"], height);
  });

  test("have colours for light and for dark", () => {
    const [light, dark] = svg.split("prefers-color-scheme: dark");
    for (const name of [
      "--ground",
      "--text",
      "--quiet",
      "--rule",
      "--s0",
      "--s1",
      "--s2",
      "--s3",
    ]) {
      const [one, other] = [light, dark].map(
        (css) => new RegExp(`${name}: (#\\w+)`).exec(css ?? "")?.[1],
      );
      expect(one).toMatch(/^#/);
      expect(other).toMatch(/^#/);
      expect(other).not.toBe(one);
    }
  });
});

/** Relative luminance. Source: WCAG 2.2. @param {string} colour `#rrggbb` or `#rgb` */
function luminance(colour) {
  const digits =
    colour.length === 4
      ? [...colour.slice(1)].map((one) => one + one)
      : colour.slice(1).match(/../g);
  const [r = 0, g = 0, b = 0] = (digits ?? []).map((two) => {
    const part = parseInt(two, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each([
  ["--text", 7],
  ["--quiet", 4.5],
  ["--s0", 3],
  ["--s1", 3],
  ["--s2", 3],
  ["--s3", 3],
])("%s has a contrast of at least %d with its ground, in light and dark", (name, least) => {
  const [light = "", dark = ""] = barsOf([[1]]).split("prefers-color-scheme: dark");
  for (const css of [light, dark]) {
    const colour = (/** @type {string} */ of) => new RegExp(`${of}: (#\\w+)`).exec(css)?.[1] ?? "";
    const [low = 0, high = 0] = [luminance(colour(name)), luminance(colour("--ground"))].sort(
      (a, b) => a - b,
    );
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(least);
  }
});

describe("bars", () => {
  test("are as long as their figures say, and tell them", () => {
    const svg = barsOf([
      [10, 40],
      [20, 30],
    ]);
    const [ten = 0, forty = 0] = widthsOf(svg, "f0").slice(-2);
    const [twenty = 0, thirty = 0] = widthsOf(svg, "f1").slice(-2);
    expect(forty / ten).toBeCloseTo(4, 1);
    expect(twenty / ten).toBeCloseTo(2, 1);
    expect(thirty / ten).toBeCloseTo(3, 1);
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(["10.0", "20.0", "30.0", "40.0"]));
  });

  test("that stand behind each other begin where the one before ends, and tell their sum", () => {
    const svg = barsOf([[10], [30]], { isStacked: true });
    const rects = elementsOf(svg).filter(({ attributes }) =>
      /^f[01]$/.test(attributes.class ?? ""),
    );
    const [first, second] = rects.slice(-2).map(({ attributes }) => attributes);
    expect(Number(second?.x)).toBeCloseTo(Number(first?.x) + Number(first?.width), 1);
    expect(wordsOf(svg)).toContain("40.0");
    expect(wordsOf(svg)).not.toContain("10.0");
  });

  test("are not there where there is no figure", () => {
    const svg = barsOf([[1, 0]]);
    // One of them is in the legend.
    expect(widthsOf(svg, "f0")).toHaveLength(2);
    expect(wordsOf(svg)).toContain("-");
    expect(wordsOf(svg)).not.toContain("0.0");
  });

  test("can all be missing", () => {
    expect(barsOf([[0, 0]])).not.toMatch(/NaN|Infinity/);
  });

  test("have their rows' names in lines", () => {
    expect(wordsOf(barsOf([[1]], { rows: [["an applicant", NAME]] }))).toEqual(
      expect.arrayContaining(["an applicant", NAME, "series 0"]),
    );
  });
});

describe("curves", () => {
  test("have a point for each number, at equal steps for equal factors", () => {
    const [first, second, third] = pointsOf(curvesOf([[0, 5, 10]]), 0).map(([x = 0]) => x);
    expect((second ?? 0) - (first ?? 0)).toBeCloseTo((third ?? 0) - (second ?? 0), 0);
  });

  test("rise as their figures do, from 0", () => {
    const [zero = 0, five = 0, ten = 0] = pointsOf(curvesOf([[0, 5, 10]]), 0).map(([, y = 0]) => y);
    expect(zero - ten).toBeCloseTo(2 * (zero - five), 0);
    expect(ten).toBeLessThan(five);
  });

  test("share one axis", () => {
    const svg = curvesOf([
      [0, 0, 10],
      [10, 20, 20],
    ]);
    expect(pointsOf(svg, 0).at(-1)).toEqual([
      pointsOf(svg, 0).at(-1)?.[0],
      pointsOf(svg, 1)[0]?.[1],
    ]);
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(["0", "20", "1,000", "pages"]));
  });
});

test.each([
  { most: 1, axis: [0, 0.2, 0.4, 0.6, 0.8, 1] },
  { most: 0.27, axis: [0, 0.1, 0.2, 0.3] },
  { most: 635, axis: [0, 200, 400, 600, 800] },
  { most: 4108, axis: [0, 1000, 2000, 3000, 4000, 5000] },
  { most: 9, axis: [0, 2, 4, 6, 8, 10] },
])("an axis up to $most has round figures", ({ most, axis }) => {
  expect(ticks(most)).toEqual(axis);
});
