import { pointsOf } from "../support/dataset";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { pageOf } from "../support/application-form";
import { expect, expectAwake, test as base } from "../support/fixtures";
import { fillIn } from "../support/form-page";
import { apply } from "../support/form-steps";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

/** A site with a dataset. */
const test = base.extend<object, { countingSite: Site }>({
  countingSite: [
    async ({ platform }, use) => {
      const site = await startSite({
        platform: platform.url,
        vars: { PLATFORM_API_KEY: TEST_API_KEY, PAGE_CACHE: "on" },
        dataset: "kept-points",
      });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("full: a form is begun once, when a field has the focus, and not when it is only read", async ({
  browse,
  countingSite: site,
  platform,
}) => {
  // A company that styles the border of the form.
  platform.client({
    uuid: fakeClientUuid,
    code: "taller-norte",
    name: "Taller Norte",
    language_default: "es-es",
    country: "ES",
    apply_page_css: ".position-form{border:3px solid rgb(0 128 0)}",
  });
  const before = pointsOf(site).length;
  const starts = () =>
    pointsOf(site)
      .slice(before)
      .filter(({ event }) => event === "start");
  const page = await browse("full");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/-/started/")) asked.push(request.url());
  });
  await page.goto(`${site.url}${pageOf("plain")}?utm_source=linkedin`);
  await expectAwake(page);
  await page.locator("#application-title").click();
  await expect.poll(() => pointsOf(site).length).toBeGreaterThan(before);
  expect(starts()).toEqual([]);

  await page.getByLabel("Nombre").focus();
  await expect.poll(() => starts().length).toBe(1);
  await page.getByLabel("Apellidos").focus();
  await page.getByLabel("Nombre").focus();
  const border = await page
    .locator(".position-form")
    .evaluate((element) => getComputedStyle(element).borderTopColor);
  expect(border).toBe("rgb(0, 128, 0)");

  // The browser reports it once an hour, also after a reload.
  await page.reload();
  await fillIn(page);
  await apply(page);
  await expect
    .poll(() =>
      pointsOf(site)
        .slice(before)
        .map(({ event }) => event),
    )
    .toContain("submit");
  expect(starts()).toMatchObject([
    { position: fakePositions.plain, client: fakeClientUuid, source: "linkedin", host: "shared" },
  ]);
  expect(asked.length).toBeGreaterThan(0);
});
