import { STATES_BY_WAY } from "../support/screen-states";
import { steady } from "../support/steady";
import { expect, test } from "../support/states/stage";

/** What a tree gets to settle before it is written, in ms: there is nothing yet that it is to be like. */
const SETTLES_IN = 2000;

// After a change that was meant: npx playwright test reading --update-snapshots all
for (const [way, state] of STATES_BY_WAY) {
  test(`${way}: ${state.name} reads as it should`, async ({ reach }, { config }) => {
    const page = await reach(state, way, "en");
    await steady(page);
    await expect(page.locator("body")).toMatchAriaSnapshot({
      name: `${state.name}-${way}.aria.yml`,
      ...(config.updateSnapshots === "all" && { timeout: SETTLES_IN }),
    });
  });
}
