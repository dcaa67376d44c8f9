import type { Page } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { positionPath, createPdf, sha256 } from "../support/application-form";
import { readStorage, ageDraft, restoredNotice } from "../support/draft-page";
import { fakePositions, type FakePlatform } from "../support/fake-platform";
import { expect } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { expectUploadRemoved, requestUpload, test, captureUpload } from "../support/form-steps";

const MB = 1024 ** 2;
const BYTES = createPdf(3000);
const FILE_FIELD = { id: "portfolio", kind: "file", label: "Porfolio", required: true };

/** Replaces the position's CV field with another file field. */
const replaceCvField = (platform: FakePlatform, more = {}) =>
  platform.position(fakePositions.plain, {
    standard: { cv: "off" },
    fields: [{ ...FILE_FIELD, ...more }],
  });

const input = (page: Page) => page.locator("#field-portfolio");
const choose = (page: Page, buffer: Buffer) =>
  chooseFiles(input(page), { name: "porfolio.pdf", mimeType: "application/pdf", buffer });
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
const uploaded = (page: Page) => page.getByText("Archivo subido").first();

async function expectSent(platform: FakePlatform, bytes: Buffer) {
  await expect.poll(() => platform.applications.length).toBe(1);
  expect(platform.applications[0]?.files).toMatchObject([
    { name: "file:portfolio", fileName: "porfolio.pdf", sha256: sha256(bytes) },
  ]);
}

test("full: resumes a file field's upload in another tab after the first tab was closed [10.13] @long", async ({
  connection,
  openForm,
  platform,
}) => {
  replaceCvField(platform);
  const page = await openForm({ position: "plain", at: connection.url, expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const bytes = createPdf(4 * MB);
  const before = connection.counts().sent;
  connection.cutAfter(2 * MB);
  await choose(page, bytes);
  await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).files).toBe(1);
  connection.restore();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(connection.url + positionPath("plain"));
  await expect(restoredNotice(again)).toBeVisible();
  await expect(uploaded(again)).toBeVisible();
  expect(connection.counts().sent - before).toBeLessThan(bytes.byteLength + MB);
  await expect.poll(async () => (await readStorage(again)).files).toBe(0);
  await submit(again);
  await expectSent(platform, bytes);
});

test("full: reports a lost file of an own field, and sends the form once the file is chosen again [10.13] @long", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  replaceCvField(platform);
  const page = await openForm({ position: "plain", expectErrors: /status of 404/ });
  await fillIn(page, { cv: null });
  const address = await captureUpload(page, () => choose(page, BYTES));
  await expect(uploaded(page)).toBeVisible();
  await expect.poll(() => stored(page)).toContain("porfolio.pdf");
  await requestUpload(fakeSite.url + address, "DELETE");
  await ageDraft(page, 2);
  await page.reload();
  await expect(page.locator("#field-portfolio-error")).toHaveText(
    "Ya no tenemos tu archivo. Vuelve a elegirlo.",
  );
  await expect(page.locator(".cv-held")).toHaveCount(0);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await submit(page);
  await expect(page.locator("#answer")).toContainText("Porfolio");
  expect(platform.applications).toHaveLength(0);
  await choose(page, BYTES);
  await expect(page.locator("#field-portfolio-error")).toHaveCount(0);
  await submit(page);
  await expectSent(platform, BYTES);
});

for (const when of ["just chosen", "held before a reload"]) {
  test(`full: clears an own field's file that was ${when} @long`, async ({
    fakeSite,
    openForm,
    platform,
  }) => {
    replaceCvField(platform);
    const page = await openForm({ position: "plain", expectErrors: /status of 404/ });
    await fillIn(page, { cv: null });
    const address = await captureUpload(page, () => choose(page, BYTES));
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(() => stored(page)).toContain("porfolio.pdf");
    let clearing = page;
    if (when === "just chosen") {
      // Only a restored form can be cleared with a button, so open the form in another tab.
      clearing = await page.context().newPage();
      await clearing.goto(page.url());
    } else await page.reload();
    await expect(clearing.locator(".cv-held")).toContainText("porfolio.pdf");
    await clearing.getByRole("button", { name: "Empezar de nuevo" }).click();
    await expect(page.getByText("porfolio.pdf")).toHaveCount(0);
    expect(await input(page).evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
    await expect.poll(() => readStorage(page)).toEqual({ drafts: [], files: 0 });
    await expectUploadRemoved(fakeSite.url + address);
  });
}

test("full: waits for the file when the form is submitted again after a reload during the upload [10.13] @long", async ({
  connection,
  openForm,
  platform,
}) => {
  // The form could be sent without this optional file.
  replaceCvField(platform, { required: false });
  const page = await openForm({ position: "plain", at: connection.url, expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const bytes = createPdf(2 * MB);
  connection.cutAfter(MB);
  await choose(page, bytes);
  await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
  await submit(page);
  await expect(page.getByRole("button", { name: "Esperando conexión..." })).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).files).toBe(1);
  connection.restore();
  await page.reload();
  await expect(restoredNotice(page)).toBeVisible();
  await submit(page);
  await expectSent(platform, bytes);
});

test("full: doesn't store a voluntary file in the browser [10.06]", async ({
  openForm,
  platform,
}) => {
  replaceCvField(platform, { section: "voluntary" });
  const page = await openForm({ position: "plain" });
  await fillIn(page, { cv: null });
  await choose(page, BYTES);
  await expect(uploaded(page)).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  expect(await stored(page)).not.toContain("porfolio");
  expect((await readStorage(page)).files).toBe(0);
  await page.reload();
  await expect(restoredNotice(page)).toBeVisible();
  await expect(page.getByText("porfolio.pdf")).toHaveCount(0);
});
