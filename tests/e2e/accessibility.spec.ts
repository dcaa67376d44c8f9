import { LANGUAGES } from "../../app/i18n/language";
import { axeFaults } from "../support/axe";
import { STATES_BY_WAY } from "../support/screen-states";
import { isLong } from "../support/size";
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
      const faults: string[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          const found = await axeFaults(page, way, state);
          faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });
  }
}
