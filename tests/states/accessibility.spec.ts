import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { LANGUAGES } from "../../app/i18n/language";
import { axeFaults } from "../support/axe";
import { screenState, STATES_BY_WAY } from "../support/screen-states";
import { isLong } from "../support/size";
import type { ScreenState, StateWay } from "../support/states/scene";
import { expect, test } from "../support/states/stage";

const WIDTHS = [360, 1280];
const SCHEMES = ["light", "dark"] as const;

/** All languages; in `npm test` one for each state, the next one for the next. */
const languagesOf = (index: number) =>
  isLong ? LANGUAGES : LANGUAGES.filter((_, place) => place === index % LANGUAGES.length);

for (const [index, [way, state]] of STATES_BY_WAY.entries()) {
  for (const language of languagesOf(index)) {
    test(`${way}: axe objects to nothing in ${state.name}, in ${language}`, async ({ reach }) => {
      const page = await reach(state, way, language);
      expect(await faultsIn(page, way, state)).toEqual([]);
    });
  }
}

/** States that show most of what a company's CSS can reach. */
const BRANDED = ["career-site", "form-all-errors", "applied-delivered", "policy-dialog"];

for (const brand of readdirSync("platform/seed")) {
  for (const name of BRANDED) {
    test(`full: axe objects to nothing in ${name} as ${brand} has it`, async ({ reach, stage }) => {
      stage.brand = { apply_page_css: readFileSync(`platform/seed/${brand}/brand.css`, "utf8") };
      const page = await reach(screenState(name), "full", "en");
      stage.brand = {};
      expect(await faultsIn(page, "full", screenState(name))).toEqual([]);
    });
  }
}

/** What axe objects to at each width, light and dark. */
async function faultsIn(page: Page, way: StateWay, state: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const found = await axeFaults(page, way, state);
      faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    }
  }
  return faults;
}
