import type { Page } from "playwright/test";
import { careerSite, manyJobs } from "../support/career-site-page";
import { expect, test } from "../support/fixtures";

// What a career site's HTML shows: tests/requests/shown.test.ts.

/** Records what the page's status says, on every page that the tab opens. */
const recordStatus = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const status = document.querySelector("#page-status");
      if (!status) return;
      new MutationObserver(() => {
        sessionStorage.said = `${String(sessionStorage.said ?? "")}|${status.textContent}`;
      }).observe(status, { childList: true });
    });
  });

const said = async (page: Page) =>
  (await page.evaluate(() => sessionStorage.getItem("said"))) ?? "";

test("full: following a job, or another page of the list, says that it is loading until it comes", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.on("positions").answer({ body: manyJobs(250) });
  const page = await browse("full");
  await recordStatus(page);
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  expect(await said(page)).toContain("Loading job offers...");

  platform.on("positions").reset();
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.waitForLoadState("networkidle");
  await expect(page.locator("#page-status")).toHaveAttribute("role", "status");
  await page.getByRole("link", { name: "Mecánica de bicicletas" }).click();
  await expect(page).toHaveTitle("Job application");
  expect(await said(page)).toContain("Loading position details...");
  await page.goBack();
  await expect(page.locator("#page-status")).toHaveText("");
});
