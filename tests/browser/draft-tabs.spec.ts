import type { Page } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { positionPath, createPdf } from "../support/application-form";
import { expectFilledIn, readStorage, uploadedMessage } from "../support/draft-page";
import { expect, expectHydrated } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit } from "../support/form-page";
import { apply, expectArrived, test } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";

const MB = 1024 ** 2;

async function openOtherTab(page: Page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expectHydrated(other);
  return other;
}

test("full: shares one draft between two tabs, and creates one application when both submit it @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const other = await openOtherTab(page);
  await fillIn(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  await fillIn(other);
  await expect(uploadedMessage(other)).toBeVisible();
  // The second tab has no form left if it already shows the first tab's application.
  const send = (tab: Page) =>
    tab.evaluate(() =>
      document.querySelector<HTMLFormElement>("form#application")?.requestSubmit(),
    );
  await Promise.all([send(page), send(other)]);
  await expect(appliedMessage(page)).toBeVisible();
  await expect(appliedMessage(other)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

test("full: shows the applied message in a tab that is still submitting when another tab has applied @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const other = await openOtherTab(page);
  // Stall the other tab's upload, so that its submit waits.
  await other.route(/\/-\/applications\/[^/]+\/cv/, () => undefined);
  await fillIn(page, { cv: null });
  await expect(other.locator("#privacy_policy")).toBeChecked();
  await other.locator("#cv").setInputFiles(CV);
  await submit(other);
  await expect(other.getByRole("button", { name: /Subiendo/ })).toBeVisible();
  await apply(page);
  await expect(appliedMessage(other)).toBeVisible();
  await expect(other.getByLabel("Nombre", { exact: true })).toHaveCount(0);
  expect(platform.applications).toHaveLength(1);
});

test("full: copies changes to another tab's form, and clears both forms together @long", async ({
  openForm,
}) => {
  const page = await openForm({ expectErrors: /status of 404/ });
  const other = await openOtherTab(page);
  await fillIn(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await expectFilledIn(other);
  await expect(other.locator(".cv-held")).toContainText("cv.pdf");
  await other.getByLabel("Nombre").fill("Ana");
  await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
  await other.getByRole("button", { name: "Empezar de nuevo" }).click();
  await expect(other.getByLabel("Nombre")).toBeFocused();
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await expect(page.locator("#privacy_policy")).not.toBeChecked();
  await expect(page.locator(".cv-choice")).toHaveCount(0);
  await expect.poll(() => readStorage(page)).toEqual({ drafts: [], files: 0 });
});

test("full: keeps another tab's draft when a page is hidden offline before its scripts load @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  const release = await delayScripts(page, /\/hydrate\.js/);
  await page.goto(fakeSite.url + positionPath("questions"), { waitUntil: "commit" });
  await fillIn(page, { cv: null });
  const leaveOffline = () =>
    page.evaluate(() => {
      Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      Reflect.deleteProperty(navigator, "onLine");
      return localStorage.length;
    });
  await expect.poll(leaveOffline).toBe(1);
  const other = await openOtherTab(page);
  await expect(other.getByLabel("Nombre")).toHaveValue("María José");
  await other.getByLabel("Nombre").fill("Ana");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("Ana");
  release();
  await expectHydrated(page);
  await expect(other.getByLabel("Nombre")).toHaveValue("Ana");
});

test("full: empties a page from the back-forward cache if the draft was cleared meanwhile @long", async ({
  openForm,
}) => {
  const page = await openForm({ expectErrors: /status of 404/ });
  await fillIn(page);
  await expect(uploadedMessage(page)).toBeVisible();
  const cycle = (clear: boolean) =>
    page.evaluate((isCleared) => {
      dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
      // The tab that changes the storage gets no `storage` event.
      if (isCleared) localStorage.clear();
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, clear);
  await cycle(false);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await cycle(true);
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await expect(page.locator("textarea")).toHaveValue("");
});

test("full: resumes an upload from two tabs, and delivers the file once @long", async ({
  connection,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: connection.url, expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const cv = createPdf(4 * MB);
  connection.cutAfter(MB);
  await chooseFiles(page.locator("#cv"), { ...CV, buffer: cv });
  await expect.poll(async () => (await readStorage(page)).files).toBe(1);
  await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
  connection.restore();
  const other = await page.context().newPage();
  await other.goto(connection.url + positionPath("questions"));
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(uploadedMessage(other).or(other.locator(".cv-held"))).toBeVisible();
  await apply(other);
  await expect(appliedMessage(page)).toBeVisible();
  expectArrived(platform, cv);
});
