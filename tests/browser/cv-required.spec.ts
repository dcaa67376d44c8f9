import { pageOf, sha256 } from "../support/application-form";
import { DONE_WAYS, expect, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { fault, field } from "../support/cv-field";
import { expectRefusedField } from "../support/refused-field";

const MISSING = "Por favor, selecciona un archivo CV.";

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("a required CV that is missing keeps the form from being sent", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: null });
      await submit(page);
      await expectRefusedField(page, way, field(page));
      expect(platform.requestsOf("apply")).toEqual([]);
    });
  });
}

for (const way of ["full", "slow"] as const) {
  test.describe(`${way}:`, () => {
    test("a required CV that is missing is asked for in the page, by the message for it", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: null });
      await submit(page);
      await expect(fault(page)).toHaveText(MISSING);
      await expect(page.locator("#answer")).toContainText(MISSING);
      expect(platform.requestsOf("apply")).toEqual([]);
    });
  });
}

for (const way of ["plain", "partial"] as const) {
  test.describe(`${way}:`, () => {
    test("in a browser that checks no constraints, a required CV that is missing is asked for by the message for it", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      // An old browser, or a text browser, ignores `required`.
      await page.route(
        fakeSite.url + pageOf("plain"),
        async (route) => {
          const response = await route.fetch();
          const html = await response.text();
          await route.fulfill({ response, body: html.replaceAll(' required=""', "") });
        },
        { times: 1 },
      );
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.locator("#application [required]")).toHaveCount(0);
      await fillIn(page, { cv: null });
      await submit(page);
      await expect(fault(page)).toHaveText(MISSING);
      const summary = page.locator("#answer");
      await expect(summary).toBeInViewport();
      await summary.getByRole("link", { name: MISSING }).click();
      await expect(field(page)).toBeInViewport();
      expect(platform.requestsOf("apply")).toEqual([]);

      await field(page).setInputFiles(CV);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  });
}
