import type { Page } from "playwright/test";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../../scripts/chromium.mjs";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { hasRun, LIST_SCRIPT } from "../support/career-site-page";
import { expect, test } from "../support/fixtures";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
const FIRST_JOB = "Mecánica de bicicletas";

/** Makes the browser report the connection that a test needs. */
async function connected(page: Page, connection: { saveData: boolean; effectiveType: string }) {
  await page.addInitScript((said) => {
    Object.defineProperty(navigator, "connection", { value: said });
  }, connection);
}

/** The names of our scripts that a page has loaded, without their hashes. */
function scriptsOf(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/build\/(.+)-\w+\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) names.push(name);
  });
  return names;
}

test("full: who asks for few bytes gets the waker alone until the form is touched", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await connected(page, { saveData: true, effectiveType: "4g" });
  const scripts = scriptsOf(page);
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.getByRole("link", { name: FIRST_JOB }).click();
  await expect(page).toHaveTitle("Job application");
  await expect.poll(() => scripts).toContain("when-wanted");
  // An idle page wakes sooner than this.
  await page.waitForTimeout(1500);
  // The list's waker is the position's, too.
  expect(new Set(scripts)).toEqual(new Set(["waker", "when-wanted"]));
  await page.getByRole("textbox").first().focus();
  await expect.poll(() => scripts).toContain("form");
});

test.describe("full: a page that is about to be followed", () => {
  for (const { name, connection, read } of [
    {
      name: "is fetched on a good line",
      connection: { saveData: false, effectiveType: "4g" },
      read: 1,
    },
    {
      name: "is not fetched on a slow one",
      connection: { saveData: false, effectiveType: "3g" },
      read: 0,
    },
    {
      name: "is not fetched for who saves",
      connection: { saveData: true, effectiveType: "4g" },
      read: 0,
    },
  ]) {
    test(name, async ({ browse, fakeSite, platform }) => {
      const page = await browse("full");
      await connected(page, connection);
      const script = page.waitForResponse(LIST_SCRIPT);
      await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
      // When data is being saved, only the waking script is loaded before the first touch.
      await page.getByRole("searchbox").focus();
      await hasRun(page, await script);
      const reads = () => platform.requestsOf("position").length;
      await page.getByRole("link", { name: "Español", exact: true }).hover();
      await page.waitForTimeout(500);
      expect(reads()).toBe(0);
      await page.getByRole("link", { name: FIRST_JOB }).hover();
      if (read > 0) await expect.poll(reads).toBe(read);
      else await page.waitForTimeout(1000);
      expect(reads()).toBe(read);
      await page.getByRole("link", { name: FIRST_JOB }).click();
      await expect(page).toHaveTitle("Job application");
      expect(reads()).toBe(1);
    });
  }
});

for (const modifier of ["Control", "Shift"] as const) {
  test(`full: a job that is opened elsewhere with ${modifier} leaves its list as it is`, async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
    await page.waitForLoadState("networkidle");
    const said = page.locator("#page-status").evaluate(
      (status) =>
        new Promise<string>((resolve) => {
          new MutationObserver(() => resolve(status.textContent)).observe(status, {
            childList: true,
          });
          setTimeout(() => resolve(""), 1500);
        }),
    );
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: FIRST_JOB }).click({ modifiers: [modifier] });
    await expect(await opened).toHaveTitle("Job application");
    expect(await said).toBe("");
    await expect(page).toHaveTitle("Job offers");
  });
}

test("full: pages come back as they were left, and pass into each other", async ({ fakeSite }) => {
  // Chromium as Playwright starts it, and its headless shell, have no back-forward cache.
  const browser = await chromium.launch({
    executablePath: ensureChromium({ whole: true }),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.cameBack = String(persisted);
      });
      addEventListener("pagereveal", ({ viewTransition }) => {
        document.documentElement.dataset.passed = String(viewTransition !== null);
      });
    });
    const html = page.locator("html");
    await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
    await page.waitForLoadState("networkidle");
    await page.getByRole("searchbox").fill("mec");
    await page.getByRole("link", { name: FIRST_JOB }).click();
    await expect(page).toHaveTitle("Job application");
    await expect(html).toHaveAttribute("data-passed", "true");
    await page.getByRole("textbox").first().fill("Ana");
    await page.waitForLoadState("networkidle");

    await page.evaluate(() => history.back());
    await expect(html).toHaveAttribute("data-came-back", "true");
    await expect(page.locator("#page-status")).toHaveText("");
    await expect(page.getByRole("searchbox")).toHaveValue("mec");
    await page.evaluate(() => history.forward());
    await expect(html).toHaveAttribute("data-came-back", "true");
    await expect(page.getByRole("textbox").first()).toHaveValue("Ana");
  } finally {
    await browser.close();
  }
});
