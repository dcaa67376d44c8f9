import type { Page } from "playwright/test";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../support/chromium.mjs";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { waitForScript, LIST_SCRIPT } from "../support/career-site-page";
import { expect, test } from "../support/fixtures";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
const FIRST_JOB = "Mecánica de bicicletas";

/** Makes the browser report the connection that a test needs. */
async function connected(page: Page, connection: { saveData: boolean; effectiveType: string }) {
  await page.addInitScript((said) => {
    Object.defineProperty(navigator, "connection", { value: said });
  }, connection);
}

for (const { name, connection, isRead } of [
  {
    name: "is fetched on a good line",
    connection: { saveData: false, effectiveType: "4g" },
    isRead: true,
  },
  {
    name: "is not fetched on a slow one",
    connection: { saveData: false, effectiveType: "3g" },
    isRead: false,
  },
  {
    name: "is not fetched for a reader who saves data",
    connection: { saveData: true, effectiveType: "4g" },
    isRead: false,
  },
]) {
  test(`full: a page that is about to be followed ${name}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await connected(page, connection);
    const script = page.waitForResponse(LIST_SCRIPT);
    await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
    // When data is being saved, only the waking script is loaded before the first touch.
    await page.getByRole("searchbox").focus();
    await waitForScript(page, await script);
    // The browser fetches by these rules alone.
    await expect(page.locator("script[type=speculationrules]")).toHaveCount(isRead ? 1 : 0);
    const reads = () => platform.requestsTo("position").length;
    if (isRead) {
      await page.getByRole("link", { name: "Español", exact: true }).hover();
      await page.getByRole("link", { name: FIRST_JOB }).hover();
      await expect.poll(reads).toBe(1);
    }
    await page.getByRole("link", { name: FIRST_JOB }).click();
    await expect(page).toHaveTitle("Job application");
    expect(reads()).toBe(1);
  });
}

test("full: a job that is opened elsewhere with a key leaves its list as it is", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const status = document.querySelector("#page-status");
    if (!status) throw new Error("The page has no status");
    new MutationObserver(() => status.setAttribute("data-said", "")).observe(status, {
      childList: true,
    });
  });
  for (const modifier of ["Control", "Shift"] as const) {
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: FIRST_JOB }).click({ modifiers: [modifier] });
    await expect(await opened).toHaveTitle("Job application");
  }
  await expect(page.locator("#page-status")).not.toHaveAttribute("data-said");
  await expect(page).toHaveTitle("Job offers");
});

test("full: pages come back as they were left, or applied if that was sent meanwhile, and pass into each other", async ({
  fakeSite,
}) => {
  // Chromium as Playwright starts it, and its headless shell, have no back-forward cache.
  const browser = await chromium.launch({
    executablePath: ensureChromium({ whole: true }),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      // Other browsers do not tell a page in memory what was stored meanwhile.
      addEventListener("storage", (event) => event.stopImmediatePropagation());
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

    // It shows what another tab has entered meanwhile.
    await html.evaluate((element) => element.removeAttribute("data-came-back"));
    await page.evaluate(() => history.back());
    await expect(page.getByRole("searchbox")).toHaveValue("mec");
    await page.evaluate((key) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? "") as { values: object };
      const values = { ...draft.values, first_name: "Eva" };
      localStorage.setItem(key, JSON.stringify({ ...draft, values }));
    }, `puertaDraft:${fakePositions.plain}`);
    await page.evaluate(() => history.forward());
    await expect(page.getByRole("textbox").first()).toHaveValue("Eva");
    await expect(html).toHaveAttribute("data-came-back", "true");

    await html.evaluate((element) => element.removeAttribute("data-came-back"));
    await page.evaluate(() => history.back());
    await expect(page.getByRole("searchbox")).toHaveValue("mec");
    await page.evaluate(
      (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid])),
      fakePositions.plain,
    );
    await page.evaluate(() => history.forward());
    await expect(page.locator("section.applied")).toBeVisible();
    await expect(html).toHaveAttribute("data-came-back", "true");
    // What was typed is not sent any more, and does not stay on the device.
    const draft = () =>
      page.evaluate((uuid) => localStorage.getItem(`puertaDraft:${uuid}`), fakePositions.plain);
    await expect.poll(draft).toBeNull();
  } finally {
    await browser.close();
  }
});
