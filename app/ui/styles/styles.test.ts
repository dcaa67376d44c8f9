import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** docs/design-language.md, in rem. */
const TYPE = [0.75, 0.8125, 0.875, 0.9375, 1, 1.0625, 1.125, 1.25, 1.375, 1.5];
const SPACE_STEP = 0.0625;

const folder = "app/ui/styles";
const sheets = readdirSync(folder)
  .filter((file) => file.endsWith(".css"))
  .map((file) => ({
    file,
    css: readFileSync(`${folder}/${file}`, "utf8").replace(/\/\*[\s\S]*?\*\//g, ""),
  }));

/** What a sheet says of some properties. */
const valuesOf = (css: string, property: RegExp): string[] =>
  [...css.matchAll(/([\w-]+):\s*([^;{}]+);/g)]
    .filter(([, name = ""]) => property.test(name))
    .map(([, , value = ""]) => value);

const rems = (value: string): number[] =>
  [...value.matchAll(/(-?[\d.]+)rem/g)].map(([, number]) => Number(number));

describe.each(sheets)("the sheet $file", ({ file, css }) => {
  test("keeps to the scale of type", () => {
    const sizes = valuesOf(css, /^font(-size)?$/)
      .filter((value) => !value.startsWith("clamp"))
      .flatMap((value) => rems(value.replace(/\/[\d.]+\w*/, "")));
    expect(sizes.filter((size) => !TYPE.includes(size))).toEqual([]);
  });

  test("keeps to the scale of space", () => {
    const distances = valuesOf(css, /^(margin|padding|gap|inset)/).flatMap(rems);
    expect(distances.filter((distance) => distance % SPACE_STEP !== 0)).toEqual([]);
  });

  // docs/conformance.md: a page whose scripts do not come is the one without scripts.
  test("is the same whether scripts run or not", () => {
    expect(css).not.toMatch(/scripting/);
  });

  test("names its colours by their role", () => {
    const raw = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|color)\(/i;
    const own = valuesOf(css, /color|background|border|fill|stroke|outline/).filter((value) =>
      raw.test(value),
    );
    // What lies between a dialog and its page is dark whatever the company's colours.
    expect(own.filter((value) => value !== "rgb(10 15 25 / 60%)")).toEqual(
      file === "tokens.css" ? expect.anything() : [],
    );
  });

  test("has nothing for which an older phone would leave out all of it", () => {
    expect(css).not.toMatch(/@layer|@scope|@import|&/);
    // One selector that is not known costs all that stand in the same list.
    const lists = [...css.matchAll(/([^{}]+)\{/g)].map(([, selectors = ""]) => selectors);
    const mixed = lists.filter((list) => {
      const selectors = list.replace(/\((?:[^()]|\([^()]*\))*\)/g, (inside) =>
        inside.replaceAll(",", " "),
      );
      const known = selectors.split(",").map((selector) => selector.includes(":has("));
      return known.includes(true) && known.includes(false);
    });
    expect(mixed).toEqual([]);
  });
});
