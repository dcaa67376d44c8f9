import fc from "fast-check";
import { positionPath } from "../support/application-form";
import { addStates, findLowContrast, type Colours } from "../support/contrast";
import { expect, open, test } from "../support/fixtures";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, "0")}`);
const accents = fc.record({ "--accent": colour });
const brands = fc.record({
  "--accent": colour,
  "--background": colour,
  "--surface": colour,
  "--text": colour,
});

/** Colours for which a formula could divide by zero. */
const EXTREMES: Colours[] = ["#000", "#fff", "#00f", "#ff0", "#808080"].flatMap((hex) => [
  { "--accent": hex },
  { "--background": hex, "--surface": hex, "--text": hex, "--accent": hex },
]);

test("full: keeps text readable with extreme and random brand colours @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.client({ apply_page_css: ":root { color-scheme: light dark }" });
  const page = await browse("full");
  await open(page, "full", fakeSite.url + positionPath("questions"));
  await addStates(page);
  const samples = [
    EXTREMES,
    fc.sample(accents, { numRuns: 500, seed: 20 }),
    fc.sample(brands, { numRuns: process.env.LONG ? 2000 : 100, seed: 20 }),
  ];
  const backgrounds = new Set<string>();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const body = page.locator("body");
    backgrounds.add(await body.evaluate((element) => getComputedStyle(element).backgroundColor));
    for (const sets of samples) {
      const failures = await findLowContrast(page, sets);
      expect([colorScheme, failures.slice(0, 10)]).toEqual([colorScheme, []]);
    }
  }
  expect(backgrounds.size).toBe(2);
  for (const background of backgrounds) expect(background).toMatch(/^color\(xyz/);
});
