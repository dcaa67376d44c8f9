import type { BrowserContext, Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { applied, fillIn, submit, submitButton } from "../support/form-page";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

const number = (page: Page) => page.locator(".receipt dd").first();

/**
 * Fills the form in with a file on the disk, as a candidate has: the browser finds it again after
 * Back.
 */
async function fillInFromDisk(page: Page) {
  await fillIn(page, { cv: null });
  await page.locator("#cv").setInputFiles("tests/fixtures/accepted/cv.pdf");
}

/** The forms that are sent from here on, whether they arrive or not. */
function formsSentFrom(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isUpload = /^\/-\/applications\/[\w-]+\/./.test(pathname);
    if (request.method() === "POST" && !isUpload) sent.push(pathname);
  });
  return sent;
}

/** Tries to send a form that has been sent already, by its button and by Enter. */
async function expectNothingToSend(page: Page) {
  await expect(applied(page)).toBeVisible();
  await expect(applied(page)).toBeDisabled();
  // Forced, because Playwright refuses to press a disabled button, and a person may.
  await applied(page).click({ force: true });
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Nombre")).toHaveCount(0);
}

for (const way of ["full", "slow"] as const) {
  test.describe(`${way}:`, () => {
    test("once applied, a form is not sent again: by its button, in another tab, on the ways back to it", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      const sent = formsSentFrom(page.context());
      const job = () => page.getByRole("link", { name: "Jefe de taller" });
      await open(page, way, fakeSite.url + pageOf("questions"));
      await page.getByLabel("Nombre").fill("Una visita de antes");
      await page.goto(fakeSite.url + careerSite);
      await job().click();
      await expectAwake(page);
      await fillInFromDisk(page);
      const otherTab = await page.context().newPage();
      await open(otherTab, way, fakeSite.url + pageOf("questions"));
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
      await job().click();
      await expectNothingToSend(page);
      expect(sent).toHaveLength(1);
      expect(platform.applications).toHaveLength(1);
    });
  });
}

for (const way of ["plain", "partial"] as const) {
  test.describe(`${way}:`, () => {
    test("who goes back and sends the same again, by the button or by Enter, has sent it once", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await (way === "plain"
        ? browse("plain")
        : browse("full", { expectErrors: /net::ERR_BLOCKED_BY_CLIENT/ }));
      // The browser blocks it itself: when Playwright does, there is no cache, and Back draws a
      // new form.
      if (way === "partial") {
        const session = await page.context().newCDPSession(page);
        await session.send("Network.enable");
        await session.send("Network.setBlockedURLs", { urls: ["*/build/*"] });
      }
      const sent = formsSentFrom(page.context());
      await page.goto(fakeSite.url + pageOf("questions"));
      await fillInFromDisk(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      await expect(applied(page)).toBeDisabled();
      const quoted = (await number(page).textContent()) ?? "";
      await page.reload();
      await expect(number(page)).toHaveText(quoted);

      for (const sendAgain of [
        () => submit(page),
        () => page.getByLabel("Nombre").press("Enter"),
      ]) {
        await page.goBack();
        await expect(page.getByLabel("Nombre")).toHaveValue("María José");
        await sendAgain();
        await expect(number(page)).toHaveText(quoted);
      }
      expect(sent).toHaveLength(3);
      expect(sent.join(), "our scripts send to an address of their own").not.toContain("/-/");
      expect(platform.attempts()).toHaveLength(1);
      expect(platform.applications).toHaveLength(1);
    });
  });
}
