import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { KINDS, positionWithAllKinds } from "../support/field-cases";
import { DISTINCT_WAYS, expect, longIf, open, test } from "../support/fixtures";
import { removeConstraints, submit, summary } from "../support/form-page";
import { isLong } from "../support/size";

const LABEL = "¿Cuántos años de experiencia tienes, y en qué talleres has trabajado hasta ahora?";
const HINT = "Cuenta también los años de formación, sin los veranos ni las vacaciones.";

/** A window of 1280 px at a zoom of 400 %, a phone, and a form next to the details. */
const SIZES = [
  { width: 320, height: 256 },
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
];

for (const way of DISTINCT_WAYS) {
  test(`${way}: a link in the error summary reveals the label, the message and the control [5.20]${longIf(way === "plain")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({ is_cv_required: true });
    const fields = positionWithAllKinds().fields.map((field, index) => ({
      ...field,
      ...(index % 2 === 0 && field.kind !== "consent" && { label: LABEL }),
      ...(index % 3 === 0 && { hint: HINT }),
    }));
    platform.position(fakePositions.questions, { fields });
    const page = await browse(way);
    await open(page, way, fakeSite.url + positionPath("questions"));
    if (way === "plain") await removeConstraints(page.locator("#application"));
    await submit(page);
    const links = summary(page).getByRole("link");
    await expect(links).toHaveCount(KINDS.length + 8);
    for (const size of isLong ? SIZES : SIZES.slice(0, 1)) {
      await page.setViewportSize(size);
      for (const link of await links.all()) {
        await link.click();
        const id = (await link.getAttribute("href"))?.slice(1);
        await expect(page.locator(`[id="${id}"]`)).toBeFocused();
        const hidden = await page.evaluate((name = "") => {
          const control = document.getElementById(name);
          const field = control?.closest(".field");
          const parts = {
            label: field?.querySelector("legend, label:not(.choice)"),
            message: document.getElementById(`${name}-error`),
            control,
          };
          /** Whether the page shows an element's line at this height, and nothing covers the line. */
          const isShown = (element: Element, y: number) => {
            const { left, right } = element.getBoundingClientRect();
            return (
              document.elementsFromPoint((left + right) / 2, y)[0]?.closest(".field") === field
            );
          };
          return Object.entries(parts).filter(([part, element]) => {
            if (!element) return true;
            const { top, bottom } = element.getBoundingClientRect();
            // At 400 % zoom, a tall control, such as the drop area for files, doesn't fit in the window.
            const end = part === "control" ? Math.min(bottom, top + 48) : bottom;
            return top < 0 || !isShown(element, top + 2) || !isShown(element, end - 2);
          });
        }, id);
        expect(
          hidden.map(([part]) => part),
          `${id}, ${size.width} px wide`,
        ).toEqual([]);
      }
    }
  });
}
