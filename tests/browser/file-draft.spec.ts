import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { kept, restored } from "../support/draft-page";
import { fakePositions, type FakePlatform } from "../support/fake-platform";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { startLine } from "../support/line";

const MB = 1024 ** 2;
const BYTES = pdfOf(3000);
const ASKED = { id: "portfolio", kind: "file", label: "Porfolio", required: true };

const portfolio = (buffer: Buffer) => ({
  name: "porfolio.pdf",
  mimeType: "application/pdf",
  buffer,
});

/** The position asks for another file than the CV, and for no CV. */
const ask = (platform: FakePlatform, more = {}) =>
  platform.position(fakePositions.plain, {
    standard: { cv: "off" },
    fields: [{ ...ASKED, ...more }],
  });

const input = (page: Page) => page.locator("#field-portfolio");
/** All that the browser's local storage has. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
const uploaded = (page: Page) => page.getByText("Archivo subido").first();
const arrived = (platform: FakePlatform) => platform.applications[0]?.files;

test.describe("full:", () => {
  test("a reload half-way goes on with another file than the CV where it was", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    ask(platform);
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("plain"));
      await expectAwake(page);
      await fillIn(page, { cv: null });
      const bytes = pdfOf(6 * MB);
      const before = line.counts().sent;
      line.cutAfter(2 * MB);
      await input(page).setInputFiles(portfolio(bytes));
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      await expect.poll(async () => (await kept(page)).files).toBe(1);
      line.mend();
      await page.close();

      const again = await page.context().newPage();
      await again.goto(line.url + pageOf("plain"));
      await expect(restored(again)).toBeVisible();
      await expect(uploaded(again)).toBeVisible();
      expect(line.counts().sent - before).toBeLessThan(bytes.byteLength + MB);
      await expect.poll(async () => (await kept(again)).files).toBe(0);
      await submit(again);
      await expect.poll(() => platform.applications.length).toBe(1);
      expect(arrived(platform)).toMatchObject([
        { name: "file:portfolio", fileName: "porfolio.pdf", sha256: sha256(bytes) },
      ]);
    } finally {
      await line.close();
    }
  });

  test("another file that nobody has any more is said so, and the form is not sent without it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    ask(platform);
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { cv: null });
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    await input(page).setInputFiles(portfolio(BYTES));
    const address = (await (await creation).headerValue("location")) ?? "";
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(() => stored(page)).toContain("porfolio.pdf");
    const headers = { "Tus-Resumable": "1.0.0" };
    await fetch(fakeSite.url + address, { method: "DELETE", headers });
    await page.reload();
    await expect(page.locator("#field-portfolio-error")).toHaveText(
      "Ya no guardamos el archivo que elegiste: vuelve a elegirlo.",
    );
    await expect(page.locator(".cv-held")).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await submit(page);
    await expect(page.locator("#answer")).toContainText("Porfolio");
    expect(platform.applications).toHaveLength(0);
    await input(page).setInputFiles(portfolio(BYTES));
    await expect(page.locator("#field-portfolio-error")).toHaveCount(0);
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
    expect(arrived(platform)).toMatchObject([{ sha256: sha256(BYTES) }]);
  });

  for (const when of ["chosen just now", "held since before a reload"]) {
    test(`the button clears another file as well that was ${when}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      ask(platform);
      const page = await browse("full", { expectErrors: /status of 404/ });
      await open(page, "full", fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: null });
      const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
      await input(page).setInputFiles(portfolio(BYTES));
      const address = (await (await creation).headerValue("location")) ?? "";
      await expect(uploaded(page)).toBeVisible();
      await expect.poll(() => stored(page)).toContain("porfolio.pdf");
      if (when !== "chosen just now") {
        await page.reload();
        await expect(page.locator(".cv-held")).toContainText("porfolio.pdf");
      } else {
        // The button stands where something was brought back: here by another tab.
        const other = await page.context().newPage();
        await other.goto(page.url());
        await expect(restored(other)).toBeVisible();
        await other.getByRole("button", { name: "Borrarlo todo" }).click();
      }
      if (when !== "chosen just now") {
        await page.getByRole("button", { name: "Borrarlo todo" }).click();
      }
      await expect(page.getByText("porfolio.pdf")).toHaveCount(0);
      expect(await input(page).evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
      await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
      const status = async () => {
        const headers = { "Tus-Resumable": "1.0.0" };
        return (await fetch(fakeSite.url + address, { method: "HEAD", headers })).status;
      };
      await expect.poll(status).toBe(404);
    });
  }

  test("a submit that a reload cuts off while the file goes up goes on with it, and sends it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    // Nobody would miss it: the form could go without.
    ask(platform, { required: false });
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("plain"));
      await expectAwake(page);
      await fillIn(page, { cv: null });
      const bytes = pdfOf(3 * MB);
      line.cutAfter(MB);
      await input(page).setInputFiles(portfolio(bytes));
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      await submit(page);
      await expect(page.getByRole("button", { name: "Subiendo" })).toBeVisible();
      await expect.poll(() => stored(page)).toContain("submittedAt");
      await expect.poll(async () => (await kept(page)).files).toBe(1);
      line.mend();
      await page.reload();
      await expect.poll(() => platform.applications.length).toBe(1);
      expect(arrived(platform)).toMatchObject([{ sha256: sha256(bytes) }]);
    } finally {
      await line.close();
    }
  });

  test("a voluntary file leaves nothing in the browser", async ({ browse, fakeSite, platform }) => {
    ask(platform, { section: "voluntary" });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { cv: null });
    await input(page).setInputFiles(portfolio(BYTES));
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    expect(await stored(page)).not.toContain("porfolio");
    expect((await kept(page)).files).toBe(0);
    await page.reload();
    await expect(restored(page)).toBeVisible();
    await expect(page.getByText("porfolio.pdf")).toHaveCount(0);
  });
});
