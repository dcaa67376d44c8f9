import { positionPath } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";

/** A layout shift entry, which TypeScript's types lack. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}

/** The career site of an example company with a logo, a picture and its own CSS (platform/seed). */
const CAREER_SITE = "/alfar-albufera/98582e77-f986-402e-ab16-8ddfcca2f489";

test("full: shifts no content while a page loads", async ({ browse, embeddedSite }) => {
  const page = await browse("full");
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { shift: number }).shift += (
          entry as unknown as { value: number }
        ).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  let release = (): void => undefined;
  let released = Promise.resolve();
  await page.route("**/brands/**", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(embeddedSite.url + CAREER_SITE, { waitUntil: "commit" });
  const position = await page.locator(".job a").first().getAttribute("href");
  for (const address of [CAREER_SITE, position ?? ""]) {
    released = new Promise((resolve) => (release = resolve));
    await page.goto(embeddedSite.url + address, { waitUntil: "commit" });
    await expect(page.getByRole("contentinfo")).toBeVisible();
    release();
    await page.waitForLoadState("networkidle");
    const shift = () => page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(await shift(), address).toBe(0);
  }
  // Facts below the description appear only once the description has loaded.
  const facts = page.locator(".facts-more");
  await expect(facts).toBeVisible();
  await page.locator(".prose ~ *").evaluateAll((parts) => {
    for (const part of parts) part.remove();
  });
  await expect(facts).toBeHidden();
});

test("slow: shifts no content while a form is being sent [4.17]", async ({ browse, fakeSite }) => {
  const page = await browse("slow");
  await page.addInitScript(() => {
    // Sum the shifts of successive pages. Shifts right after an interaction don't count.
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as LayoutShift;
        if (!hadRecentInput) sessionStorage.shift = Number(sessionStorage.shift) + value;
      }
    };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });
  await open(page, "slow", fakeSite.url + positionPath("questions"));
  await fillIn(page);
  await page.evaluate(() => (sessionStorage.shift = "0"));
  await submit(page);
  await expect(page.getByRole("button", { name: "Copiar justificante" })).toBeVisible();
  expect(await page.evaluate(() => String(sessionStorage.shift))).toBe("0");
});

test("full: renders the title of a partly loaded position at its final place @long", async ({
  browse,
  embeddedSite,
}) => {
  const page = await browse("full");
  await page.goto(embeddedSite.url + CAREER_SITE);
  await page.goto(
    embeddedSite.url + ((await page.locator(".job a").first().getAttribute("href")) ?? ""),
  );
  const top = () => page.getByRole("heading", { level: 1 }).boundingBox();
  const complete = await top();
  // Leave only the beginning of the page.
  await page
    .locator(".position-details > :not(.all-jobs, [class^=badge], h1)")
    .evaluateAll((parts) => {
      for (const part of parts) part.remove();
    });
  await page.locator(".position-form").evaluate((form) => form.remove());
  expect((await top())?.y).toBe(complete?.y);
});
