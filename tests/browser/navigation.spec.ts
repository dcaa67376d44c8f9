import type { Page } from "playwright/test";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "~/scripts/chromium.mjs";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { waitForScript, LIST_SCRIPT } from "../support/career-site-page";
import { expect, test, longIf } from "../support/fixtures";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
const FIRST_JOB = "Mecánica de bicicletas";

/** Makes the browser report this type of connection. */
async function setConnection(page: Page, connection: { saveData: boolean; effectiveType: string }) {
  await page.addInitScript((reported) => {
    Object.defineProperty(navigator, "connection", { value: reported });
  }, connection);
}

for (const { name, connection, isRead } of [
  {
    name: "is prefetched on a fast connection",
    connection: { saveData: false, effectiveType: "4g" },
    isRead: true,
  },
  {
    name: "is not prefetched on a slow connection",
    connection: { saveData: false, effectiveType: "3g" },
    isRead: false,
  },
  {
    name: "is not prefetched if data saving is on",
    connection: { saveData: true, effectiveType: "4g" },
    isRead: false,
  },
]) {
  test(`full: the page of a hovered link ${name}${longIf(!isRead)}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await setConnection(page, connection);
    const script = page.waitForResponse(LIST_SCRIPT);
    await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
    // With data saving, the list's script loads on the first interaction.
    await page.getByRole("searchbox").focus();
    await waitForScript(page, await script);
    // Without these rules, the browser prefetches nothing.
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

test("full: announces nothing in the list when a job is opened in a new tab or window @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const status = document.querySelector("#page-status");
    if (!status) throw new Error("The page has no status");
    new MutationObserver(() => status.setAttribute("data-changed", "")).observe(status, {
      childList: true,
    });
  });
  for (const modifier of ["Control", "Shift"] as const) {
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: FIRST_JOB }).click({ modifiers: [modifier] });
    await expect(await opened).toHaveTitle("Job application");
  }
  await expect(page.locator("#page-status")).not.toHaveAttribute("data-changed");
  await expect(page).toHaveTitle("Job offers");
});

test("full: restores pages from the back-forward cache, updates them from other tabs, and uses view transitions @long", async ({
  fakeSite,
}) => {
  // Playwright disables the back-forward cache, and the headless shell doesn't have one.
  const browser = await chromium.launch({
    executablePath: ensureChromium({ noShell: true }),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      // Simulate browsers that send no `storage` events to pages in the cache.
      addEventListener("storage", (event) => event.stopImmediatePropagation());
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
      addEventListener("pagereveal", ({ viewTransition }) => {
        document.documentElement.dataset.transition = String(viewTransition !== null);
      });
    });
    const html = page.locator("html");
    await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
    await page.waitForLoadState("networkidle");
    await page.getByRole("searchbox").fill("mec");
    await page.getByRole("link", { name: FIRST_JOB }).click();
    await expect(page).toHaveTitle("Job application");
    await expect(html).toHaveAttribute("data-transition", "true");
    await page.getByRole("textbox").first().fill("Ana");
    await page.waitForLoadState("networkidle");

    await page.evaluate(() => history.back());
    await expect(html).toHaveAttribute("data-restored", "true");
    await expect(page.locator("#page-status")).toHaveText("");
    await expect(page.getByRole("searchbox")).toHaveValue("mec");
    await page.evaluate(() => history.forward());
    await expect(html).toHaveAttribute("data-restored", "true");
    await expect(page.getByRole("textbox").first()).toHaveValue("Ana");

    // The restored page shows the values that were entered in another tab.
    await html.evaluate((element) => element.removeAttribute("data-restored"));
    await page.evaluate(() => history.back());
    await expect(page.getByRole("searchbox")).toHaveValue("mec");
    await page.evaluate((key) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? "") as { values: object };
      const values = { ...draft.values, first_name: "Eva" };
      localStorage.setItem(key, JSON.stringify({ ...draft, values }));
    }, `puertaDraft:${fakePositions.plain}`);
    await page.evaluate(() => history.forward());
    await expect(page.getByRole("textbox").first()).toHaveValue("Eva");
    await expect(html).toHaveAttribute("data-restored", "true");

    await html.evaluate((element) => element.removeAttribute("data-restored"));
    await page.evaluate(() => history.back());
    await expect(page.getByRole("searchbox")).toHaveValue("mec");
    await page.evaluate(
      (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid])),
      fakePositions.plain,
    );
    await page.evaluate(() => history.forward());
    await expect(page.locator("section.applied")).toBeVisible();
    await expect(html).toHaveAttribute("data-restored", "true");
    // The obsolete draft is removed from the device.
    const draft = () =>
      page.evaluate((uuid) => localStorage.getItem(`puertaDraft:${uuid}`), fakePositions.plain);
    await expect.poll(draft).toBeNull();
  } finally {
    await browser.close();
  }
});
