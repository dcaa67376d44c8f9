import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = "app/ui/styles";
const sheets = readdirSync(folder)
  .filter((file) => file.endsWith(".css"))
  .map((file) => ({
    file,
    css: readFileSync(`${folder}/${file}`, "utf8").replace(/\/\*[\s\S]*?\*\//g, ""),
  }));

describe.each(sheets)("the sheet $file", ({ css }) => {
  // docs/conformance.md: a page whose scripts do not come is the one without scripts.
  test("is the same whether scripts run or not", () => {
    expect(css).not.toMatch(/scripting/);
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
