import { sidewaysFaults, spaceText, targetFaults, textFaults } from "../support/layout";
import { STATES_BY_WAY } from "../support/screen-states";
import { isLong } from "../support/size";
import { expect, test } from "../support/states/stage";

/** One of each kind of page; with `LONG`, every state is looked at. */
const KINDS = new Set([
  ...["career-site", "career-site-middle-page", "career-site-nothing-found", "policy-dialog"],
  ...["privacy", "position-idle", "position-compound-name", "phone-countries", "cv-uploaded"],
  ...["cv-held", "form-all-errors", "form-draft-restored", "applied-delivered"],
  ...["applied-undelivered", "receipt-alone", "position-closed", "not-found", "error"],
  ...["maintenance", "refused-other-site"],
]);

/** WCAG 2.2, 1.4.10: 320 px wide, and as high as a window of 1280 × 1024 is at 400 %. */
const SMALL = [
  { width: 320, height: 568 },
  { width: 320, height: 256 },
];
const WIDTHS = [360, 1280];

/** WCAG 2.2, 2.5.8, and what we promise beyond it. */
const LEAST = 24;
const PROMISED = 44;

for (const [way, state] of STATES_BY_WAY) {
  if (!isLong && !KINDS.has(state.name)) continue;
  test(`${way}: ${state.name} fits small screens, wide spacing and fingers`, async ({ reach }) => {
    const page = await reach(state, way, "es-es");
    const soft = expect.configure({ soft: true });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      soft(await targetFaults(page, LEAST, state), `at ${width} px, targets of 24 × 24`).toEqual(
        [],
      );
      soft(await targetFaults(page, PROMISED, state), `at ${width} px, of 44 × 44`).toEqual([]);
    }
    for (const size of SMALL) {
      await page.setViewportSize(size);
      soft(await sidewaysFaults(page), `no scrolling sideways at ${size.height} px`).toEqual([]);
    }
    await spaceText(page);
    for (const width of [...WIDTHS, 320]) {
      await page.setViewportSize({ width, height: 800 });
      soft(await textFaults(page), `spaced texts at ${width} px`).toEqual([]);
      soft(await sidewaysFaults(page), `spaced texts at ${width} px fit`).toEqual([]);
    }
  });
}
