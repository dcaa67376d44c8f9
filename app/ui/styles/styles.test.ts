import { describe, expect, test } from "vitest";
import styles from "./styles.generated.json";

// The sheets as pages contain them (`scripts/build.ts`).
const sheets = Object.entries(styles).map(([name, css]) => ({ name, css }));

describe.each(sheets)("the sheet $name", ({ css }) => {
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
