import { readdirSync, readFileSync } from "node:fs";
import { LANGUAGES, type Language } from "../../app/i18n/language";
import { SCREEN_STATES, screenState } from "../support/screen-states";
import { isLong } from "../support/size";
import { test } from "../support/states/stage";
import {
  expectAccessible,
  expectContrast,
  expectFits,
  expectTree,
  updateTree,
  expectUnchangedBy,
} from "./checks";
import { differsFromFirst } from "./trees";

// Distribute the states over all workers.
test.describe.configure({ mode: "parallel" });

// To update the trees after an intended change: npx playwright test states --workers=1 --update-snapshots=all
for (const state of SCREEN_STATES) {
  for (const [place, way] of state.ways.entries()) {
    const checksAll = isLong || place === 0 || differsFromFirst(state, way);
    test(
      `${way}: ${state.name} matches its accessibility tree${checksAll ? ", and is accessible" : ""}`,
      { tag: place === 0 ? "@quick" : [] },
      async ({ reach }, { config }) => {
        const page = await reach(state, way, "en");
        if (config.updateSnapshots === "all") return updateTree(page, way, state);
        await expectTree(page, way, state);
        if (!checksAll) return;
        await expectUnchangedBy(page, () => expectAccessible(page, way, state));
      },
    );
  }
}

// The states alternate between the two variants of Spanish, whose texts are long.
const FITTED: readonly Language[] = ["es-es", "es-mx"];

for (const [index, state] of SCREEN_STATES.entries()) {
  for (const way of isLong ? state.ways : state.ways.slice(0, 1)) {
    for (const language of isLong ? LANGUAGES : [FITTED[index % 2] ?? "es-es"]) {
      test(`${way}: ${state.name} fits in ${language}`, async ({ reach }) => {
        const page = await reach(state, way, language);
        await expectFits(page, state);
      });
    }
  }
}

/** States with many elements that a company's CSS can style. */
const BRANDED = ["career-site", "form-all-errors", "applied-delivered", "policy-dialog"];

for (const brand of readdirSync("platform/seed")) {
  for (const name of BRANDED) {
    test(`full: ${name} has enough contrast with the brand of ${brand}`, async ({
      reach,
      stage,
    }) => {
      stage.brand = { apply_page_css: readFileSync(`platform/seed/${brand}/brand.css`, "utf8") };
      const page = await reach(screenState(name), "full", "en");
      stage.brand = {};
      await expectContrast(page);
    });
  }
}
