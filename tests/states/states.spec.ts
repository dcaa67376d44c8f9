import { readdirSync, readFileSync } from "node:fs";
import { LANGUAGES } from "~/contract/languages";
import { SCREEN_STATES, screenState } from "../support/screen-states";
import { longIf } from "../support/fixtures";
import { isLong } from "../support/size";
import { test } from "../support/states/reach";
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

/** Distinct layouts, which `npm test` checks. */
const QUICK = [
  ...["career-site", "position-fields", "cv-uploaded", "form-all-errors", "applied-delivered"],
  ...["form-returned", "position-not-found"],
];

/** States with distinct layouts. */
const MAIN = [
  ...QUICK,
  ...["career-site-filtered", "policy-dialog", "privacy", "position-idle", "phone-countries"],
  ...["form-draft-restored", "receipt-without-position"],
];

// To update the trees after an intended change: LONG=1 npx playwright test states -g tree --workers=1 --update-snapshots=all
for (const state of SCREEN_STATES) {
  const isMain = MAIN.includes(state.name);
  for (const [place, way] of state.ways.entries()) {
    const isFirst = place === 0;
    const isNew = isFirst || differsFromFirst(state, way);
    const checksAxe = isLong || (isFirst && isMain);
    const checksLayout = checksAxe && isFirst;
    const title = [
      `${way}: ${state.name} matches its accessibility tree`,
      ...(checksAxe ? ["is accessible"] : []),
      ...(checksLayout ? ["fits"] : []),
    ].join(", ");
    test(
      title + longIf(!isNew || !isMain || !(isFirst || QUICK.includes(state.name))),
      { tag: QUICK.includes(state.name) && isFirst ? "@quick" : [] },
      async ({ reach }, { config }) => {
        const page = await reach(state, way, "en");
        if (config.updateSnapshots === "all") return updateTree(page, way, state);
        await expectTree(page, way, state);
        if (checksAxe) {
          await expectUnchangedBy(page, () => expectAccessible(page, way, state));
        }
        if (checksLayout) await expectFits(page, state);
      },
    );
  }
}

/** The state with the most text, which is also checked in Spanish and German because of their long words. */
const FITTED = ["form-all-errors"];

for (const state of SCREEN_STATES) {
  if (!isLong && !FITTED.includes(state.name)) continue;
  for (const way of isLong ? state.ways : state.ways.slice(0, 1)) {
    for (const language of isLong ? LANGUAGES : (["es-es", "de"] as const)) {
      test(`${way}: ${state.name} fits in ${language}`, async ({ reach }) => {
        const page = await reach(state, way, language);
        await expectFits(page, state);
      });
    }
  }
}

/** States with many elements that a company's CSS can style. */
const BRANDED = [
  "form-all-errors",
  ...(isLong ? ["career-site", "applied-delivered", "policy-dialog"] : []),
];

for (const brand of readdirSync("platform/seed").slice(0, isLong ? undefined : 1)) {
  for (const name of BRANDED) {
    test(`full: ${name} has enough contrast with ${brand}'s brand`, async ({ reach, stage }) => {
      stage.brand = { apply_page_css: readFileSync(`platform/seed/${brand}/brand.css`, "utf8") };
      const page = await reach(screenState(name), "full", "en");
      stage.brand = {};
      await expectContrast(page);
    });
  }
}
