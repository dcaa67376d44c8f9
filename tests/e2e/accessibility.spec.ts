import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { LANGUAGES } from "../../app/i18n/language";
import { axeFaults } from "../support/axe";
import { screenState, STATES_BY_WAY } from "../support/screen-states";
import { isLong } from "../support/size";
import type { ScreenState, StateWay } from "../support/states/scene";
import { expect, test } from "../support/states/stage";

/** Narrow and wide, light and dark; in `npm test` one diagonal for each state, the other for the next. */
const LOOKS = [
  [
    { width: 360, colorScheme: "light" },
    { width: 1280, colorScheme: "dark" },
  ],
  [
    { width: 360, colorScheme: "dark" },
    { width: 1280, colorScheme: "light" },
  ],
] as const;
const looksAt = (index: number) => (isLong ? LOOKS.flat() : LOOKS[index % 2 === 0 ? 0 : 1]);

/** All languages; in `npm test` one for each state, the next one for the next. */
const languagesOf = (index: number) =>
  isLong ? LANGUAGES : LANGUAGES.filter((_, place) => place === index % LANGUAGES.length);

for (const [index, [way, state]] of STATES_BY_WAY.entries()) {
  for (const language of languagesOf(index)) {
    test(`${way}: axe objects to nothing in ${state.name}, in ${language}`, async ({ reach }) => {
      const page = await reach(state, way, language);
      expect(await faultsIn(page, way, state, looksAt(index))).toEqual([]);
    });
  }
}

/** States that show most of what a company's CSS can reach. */
const BRANDED = ["career-site", "form-all-errors", "applied-delivered", "policy-dialog"];

for (const [index, brand] of readdirSync("platform/seed").entries()) {
  for (const [place, name] of BRANDED.entries()) {
    test(`full: axe objects to nothing in ${name} as ${brand} has it`, async ({ reach, stage }) => {
      stage.brand = { apply_page_css: readFileSync(`platform/seed/${brand}/brand.css`, "utf8") };
      const page = await reach(screenState(name), "full", "en");
      stage.brand = {};
      expect(await faultsIn(page, "full", screenState(name), looksAt(index + place))).toEqual([]);
    });
  }
}

type Look = (typeof LOOKS)[number][number];

/** What axe objects to in each look. */
async function faultsIn(
  page: Page,
  way: StateWay,
  state: ScreenState,
  looks: readonly Look[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await axeFaults(page, way, state);
    faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  return faults;
}
