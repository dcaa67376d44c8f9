import { describe, expect, test } from "vitest";
import styles from "./styles.generated.json";

// The sheets as embedded in pages (`scripts/build.ts`).
const sheets = Object.entries(styles).map(([name, css]) => ({ name, css }));

describe.each(sheets)("the sheet $name", ({ css }) => {
  // docs/conformance.md: a page whose scripts fail to load works like one without scripts.
  test("doesn't depend on whether scripts run", () => {
    expect(css).not.toMatch(/scripting/);
  });

  test("has no syntax that makes older browsers drop rules", () => {
    expect(css).not.toMatch(/@layer|@scope|@import|&/);
    // An unknown selector invalidates its entire list.
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
