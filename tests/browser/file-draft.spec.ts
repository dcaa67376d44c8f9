import type { Page } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { createPdf, sha256 } from "../support/application-form";
import { readStorage, restoredNotice } from "../support/draft-page";
import { fakePositions, type FakePlatform } from "../support/fake-platform";
import { expect } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { test } from "../support/form-steps";

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
