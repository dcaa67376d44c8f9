import { readdirSync, readFileSync } from "node:fs";
import { LANGUAGES } from "../../app/i18n/language";
import { SCREEN_STATES, screenState } from "../support/screen-states";
import { isLong } from "../support/size";
import { test } from "../support/states/stage";
import { expectAccessible, expectFits, expectTree, hasPlainTree, whileItStays } from "./looks";

// The states are shared out among the workers, because there are many.
test.describe.configure({ mode: "parallel" });

// Each state is reached once, and every check is made there, because reaching it takes longest.
for (const state of SCREEN_STATES) {
  for (const [place, way] of state.ways.entries()) {
    // Without scripts, only the states whose tree differs get every check.
    const isWhole = isLong || place === 0 || hasPlainTree(state);
    test(
      `${way}: ${state.name} is read out as it should be${isWhole ? ", accessible, and fits" : ""}`,
      { tag: place === 0 ? "@quick" : [] },
      async ({ reach }, { config }) => {
        const page = await reach(state, way, "en");
        await expectTree(page, way, state, config.updateSnapshots === "all");
        if (!isWhole) return;
        await whileItStays(page, async () => {
          await expectAccessible(page, way, state);
          await expectFits(page, state);
        });
      },
    );
  }
}

/** The languages besides English. `npm run test:all` takes them in turns, one for each state. */
const OTHERS = LANGUAGES.filter((language) => language !== "en");

for (const [index, state] of SCREEN_STATES.entries()) {
  for (const way of isLong ? state.ways : state.ways.slice(0, 1)) {
    for (const language of OTHERS.filter((_, place) => isLong || place === index % OTHERS.length)) {
      test(`${way}: ${state.name} is accessible and fits in ${language}`, async ({ reach }) => {
        const page = await reach(state, way, language);
        await expectAccessible(page, way, state);
        await expectFits(page, state);
      });
    }
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
      await expectAccessible(page, "full", screenState(name));
    });
  }
}
