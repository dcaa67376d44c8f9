import type { BrowserContext, Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, expectHydrated, open } from "../support/fixtures";
import { appliedMessage, fillIn, submit, submitButton } from "../support/form-page";
import { expectArrived, test } from "../support/form-steps";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

/** Fills in the form with a file on disk, which the browser restores after Back. */
async function fillInFromDisk(page: Page) {
  await fillIn(page, { cv: null });
  await page.locator("#cv").setInputFiles("tests/fixtures/accepted/cv.pdf");
}

/** Records the paths of all forms that are sent from now on, including failed requests. */
function recordSentForms(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isUpload = /^\/-\/applications\/[\w-]+\/./.test(pathname);
    if (request.method() === "POST" && !isUpload) sent.push(pathname);
  });
  return sent;
}

/** Expects the applied message instead of the form, even after a click and Enter. */
async function expectNothingToSend(page: Page) {
  await expect(appliedMessage(page)).toBeVisible();
  await expect(appliedMessage(page)).toBeDisabled();
  // Force the click, because Playwright refuses to click a disabled button.
  await appliedMessage(page).click({ force: true });
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Nombre", { exact: true })).toHaveCount(0);
}

test("full: doesn't send the form a second time with the button, in another tab or after Back [4.12]", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  const page = await openForm();
  const sent = recordSentForms(page.context());
  const job = page.getByRole("link", { name: "Jefe de taller" });
  await page.getByLabel("Nombre").fill("Una visita de antes");
  await page.goto(fakeSite.url + careerSite);
  await job.click();
  await expectHydrated(page);
  await fillInFromDisk(page);
  const otherTab = await page.context().newPage();
  await open(otherTab, "full", fakeSite.url + positionPath("questions"));
  await expect(submitButton(otherTab)).toBeEnabled();
  await submit(page);
  await expectNothingToSend(page);
  await expectNothingToSend(otherTab);

  await page.reload();
  await expectNothingToSend(page);
  await page.goBack();
  await expect(page).toHaveTitle("Job offers");
  await page.goBack();
  await expectNothingToSend(page);
  await page.goto(fakeSite.url + careerSite);
  await job.click();
  await expectNothingToSend(page);
  expect(sent).toHaveLength(1);
  expect(platform.applications).toHaveLength(1);
});

test("plain: creates one application despite a double click and another submit after Back [4.12, 4.14] @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ way: "plain" });
  const sent = recordSentForms(page.context());
  const number = page.locator(".receipt dd").first();
  await fillInFromDisk(page);
  await submitButton(page).dblclick();
  await expect(appliedMessage(page)).toBeVisible();
  await expect(appliedMessage(page)).toBeDisabled();
  await expect(page.locator(".receipt")).toContainText("CV (PDF");
  await expect(page.locator(".receipt")).not.toContainText("María");
  const shown = (await number.textContent()) ?? "";
  await page.reload();
  await expect(number).toHaveText(shown);

  for (const sendAgain of [() => submit(page), () => page.getByLabel("Nombre").press("Enter")]) {
    await page.goBack();
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await sendAgain();
    await expect(number).toHaveText(shown);
  }
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(platform.attempts()).toHaveLength(1);
  expectArrived(platform);
});
