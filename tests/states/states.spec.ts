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

/** States with distinct layouts. Each of the others differs from one of these in a detail. */
const MAIN = [
  ...["career-site", "career-site-filtered", "policy-dialog", "privacy", "position-idle"],
  ...[
    "position-fields",
    "phone-countries",
    "cv-uploaded",
    "form-all-errors",
    "form-draft-restored",
  ],
  ...["applied-delivered", "form-returned", "receipt-without-position", "position-not-found"],
];

// To update the trees after an intended change: npx playwright test states --workers=1 --update-snapshots=all
for (const state of SCREEN_STATES) {
  const isMain = isLong || MAIN.includes(state.name);
  for (const [place, way] of state.ways.entries()) {
    const isFirst = place === 0;
    const checksAxe = isLong || isFirst || (isMain && differsFromFirst(state, way));
    const title = [
      `${way}: ${state.name} matches its accessibility tree`,
      ...(checksAxe ? ["is accessible"] : []),
      ...(isFirst ? ["fits"] : []),
    ].join(", ");
    test(
      title,
      { tag: isFirst && MAIN.includes(state.name) ? "@quick" : [] },
      async ({ reach }, { config }) => {
        const page = await reach(state, way, "en");
        if (config.updateSnapshots === "all") return updateTree(page, way, state);
        await expectTree(page, way, state);
        if (checksAxe) {
          await expectUnchangedBy(page, () => expectAccessible(page, way, state, isMain));
        }
        if (isFirst) await expectFits(page, state);
      },
    );
  }
}

// The main states alternate between the two variants of Spanish, whose texts are long.
const FITTED: readonly Language[] = ["es-es", "es-mx"];

for (const [index, state] of SCREEN_STATES.entries()) {
  if (!isLong && !MAIN.includes(state.name)) continue;
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
const BRANDED = [
  ...["career-site", "form-all-errors"],
  ...(isLong ? ["applied-delivered", "policy-dialog"] : []),
];

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
