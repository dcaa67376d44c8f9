import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, hasScripts, open, DISTINCT_WAYS, test, type Way } from "../support/fixtures";
import { submitButton } from "../support/form-page";

const WIDTH = 1280;
const PARAGRAPHS = 150;

const title = (page: Page) => page.getByRole("heading", { name: "Inscríbete ahora" });

const longDetails = Array.from({ length: PARAGRAPHS }, (_, index) => `<p>Párrafo ${index}.</p>`);

async function readTo(page: Page, paragraph: number) {
  const text = page.getByText(`Párrafo ${paragraph}.`, { exact: true });
  await text.scrollIntoViewIfNeeded();
  await expect(text).toBeInViewport();
}

async function readFromTheTop(page: Page) {
  await readTo(page, 0);
  await page.keyboard.press("Control+Home");
  await expect(title(page)).toBeInViewport({ ratio: 1 });
}

async function openForm(page: Page, way: Way, url: string, which: "plain" | "questions") {
  await open(page, way, url + positionPath(which));
  const details = await page.locator(".position-details").boundingBox();
  const form = await page.locator("form#application").boundingBox();
  expect(form?.x, "the form is beside the details").toBeGreaterThan(
    (details?.x ?? 0) + (details?.width ?? 0),
  );
}

test.beforeEach(({ platform }) => {
  const description = longDetails.join("");
  for (const which of ["plain", "questions"] as const) {
    platform.position(fakePositions[which], { description });
  }
});

for (const way of DISTINCT_WAYS) {
  test(`${way}: keeps the form in view next to the details [2.22] @long`, async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse(way, { viewport: { width: WIDTH, height: 800 } });
    for (const [which, heights, fitsFrom] of [
      ["plain", [600, 720, 900, 980, 1600], 980],
      ["questions", [600, 1200, 1500, 1600], 1500],
    ] as const) {
      await openForm(page, way, fakeSite.url, which);
      for (const height of heights) {
        await page.setViewportSize({ width: WIDTH, height });
        await readFromTheTop(page);
        for (const paragraph of [60, 110]) {
          await readTo(page, paragraph);
          await expect(submitButton(page)).toBeInViewport({ ratio: 1 });
          if (height >= fitsFrom) await expect(title(page)).toBeInViewport({ ratio: 1 });
        }
      }
    }

    // Wide screens have a link after the description instead of a bar. It scrolls to the top of even a tall form.
    await expect(page.locator(".apply-bar")).toBeHidden();
    await page.setViewportSize({ width: WIDTH, height: 700 });
    await readTo(page, 110);
    await page
      .locator(".requirements + .apply-link")
      .getByRole("link", { name: "Inscribirme" })
      .click();
    await expect(title(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Tab");
    await expect(page.locator("#first_name")).toBeFocused();
    await expect(page.locator("#first_name")).toBeInViewport({ ratio: 1 });

    // A form that is taller than the window scrolls to its errors.
    await page.setViewportSize({ width: WIDTH, height: 700 });
    await openForm(page, way, fakeSite.url, "questions");
    await readTo(page, 110);
    await submitButton(page).click();
    // Scripts focus the summary. Without scripts, the browser focuses the first invalid field.
    const target = page.locator(hasScripts(way) ? "#answer" : "#first_name");
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport({ ratio: 1 });
    if (!hasScripts(way)) return;
    await readTo(page, 110);
    await page.locator("#first_name").focus();
    await expect(page.locator("#first_name")).toBeInViewport({ ratio: 0.9 });
  });
}
