import type { Page, Route } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { createPdf } from "../support/application-form";
import { uploadedMessage } from "../support/draft-page";
import { expect, longIf } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit } from "../support/form-page";
import {
  apply,
  expectArrived,
  expectArrivedWithoutCv,
  expectUploadRemoved,
  requestUpload,
  test,
  captureUpload,
} from "../support/form-steps";
import { size } from "../support/size";

const MB = 1024 ** 2;
const PIECE = 256 * 1024;
const HEADERS = 16 * 1024;
const progress = (page: Page) => page.locator(".cv-transfer progress");
const choose = (page: Page, buffer: Buffer) => chooseFiles(page.locator("#cv"), { ...CV, buffer });

test("full: uploads a chosen CV once, and sends each form without it [4.18, 8.06, 8.08]", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const creations: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/cv?"))
      creations.push(request.url());
  });
  const cv = createPdf(3 * MB);
  await choose(page, cv);
  await expect(uploadedMessage(page)).toBeVisible();
  expect(await progress(page).getAttribute("value")).toBe(String(cv.byteLength));
  await fillIn(page, { cv: null });
  const submitForm = async () => {
    const sent = page.waitForRequest(/\/-\/applications\/[\w-]+\?/);
    await submit(page);
    const body = (await sent).postDataBuffer() ?? Buffer.alloc(0);
    expect(body.includes("%PDF")).toBe(false);
  };
  // If the platform sends both `detail` and `message`, the form shows only `detail`.
  platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no.", message: "No." } });
  platform.on("apply").once.answer({ status: 422, body: { message: "Mal día." } });
  for (const reason of ["Hoy no.", "Mal día."]) {
    await submitForm();
    await expect(page.locator("#answer")).toContainText(reason);
    await expect(page.locator("#answer")).not.toContainText("No.");
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  }
  await submitForm();
  await expect(appliedMessage(page)).toBeVisible();
  expect(creations).toHaveLength(1);
  expectArrived(platform, cv);
  expect(platform.applications[0]?.cv).toMatchObject({
    fileName: "cv.pdf",
    contentType: "application/pdf",
  });
});

test("full: replaces a file that is uploading or held, and sends no CV if the last file is removed", async ({
  openForm,
  platform,
}) => {
  // The local server sometimes returns 503 after an interrupted upload.
  const page = await openForm({
    position: "plain",
    expectErrors: /ERR_ABORTED|status of (404|503)/,
  });
  const lost: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.status() === 503) lost.push(response.text());
  });
  await choose(page, createPdf(10 * MB));
  await choose(page, createPdf(2 * MB));
  await choose(page, createPdf(100_000));
  await expect(uploadedMessage(page)).toBeVisible();
  await fillIn(page, { cv: null });
  await page.getByRole("button", { name: "Quitar" }).click();
  await expect(page.locator(".cv-choice")).toHaveCount(0);
  await apply(page);
  expectArrivedWithoutCv(platform);
  for (const text of await Promise.all(lost)) expect(text).toMatch(/^Your worker restarted/);
});

const refusals: [string, (route: Route) => Promise<void>, boolean][] = [
  ["sends the CV with the form if the upload fails @long", (route) => route.abort(), false],
  [
    "announces that the form will include the CV, and sends both, if the server refuses the upload",
    (route) => route.fulfill({ status: 429 }),
    true,
  ],
];

for (const [title, refuse, isShown] of refusals) {
  test(`full: ${title}${longIf(isShown)}`, async ({ openForm, platform }) => {
    const page = await openForm({ expectErrors: /net::ERR_FAILED|status of 429/ });
    await page.route("**/-/applications/*/cv**", refuse);
    await fillIn(page);
    if (isShown) {
      const words = "Tu CV se enviará con el formulario";
      await expect(page.locator(".cv-transfer")).toContainText(words);
    }
    await apply(page);
    expectArrived(platform);
  });
}

test("full: removes a CV from the server when the candidate removes it during the upload @long", async ({
  connection,
  openForm,
}) => {
  const page = await openForm({
    at: connection.url,
    position: "plain",
    expectErrors: /net::ERR_|status of 404/,
  });
  connection.cutAfter(MB);
  const address = await captureUpload(page, () => choose(page, createPdf(2 * MB)));
  await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
  connection.restore();
  await page.getByRole("button", { name: "Quitar" }).click();
  await expect(progress(page)).toHaveCount(0);
  await expectUploadRemoved(connection.url + address);
});

test("full: sends the CV with the form if the server has lost the upload @long", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  const page = await openForm();
  const address = await captureUpload(page, () => fillIn(page));
  await expect(uploadedMessage(page)).toBeVisible();
  await requestUpload(fakeSite.url + address, "DELETE");
  await apply(page);
  expectArrived(platform);
});

test("full: uploads a CV over a connection that is cut repeatedly, and resends at most a piece per cut", async ({
  connection,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: connection.url, expectErrors: /net::ERR_/ });
  const megabytes = size(8, 20);
  const cv = createPdf(megabytes * MB);
  const before = connection.counts().sent;
  connection.cutEvery(1.02 * MB);
  await choose(page, cv);
  await expect(uploadedMessage(page)).toBeVisible({ timeout: 120_000 });
  const { sent, cuts } = connection.counts();
  expect(cuts).toBeGreaterThanOrEqual(megabytes - 1);
  // Each cut can interrupt one piece.
  expect(sent - before).toBeLessThan(cv.byteLength + cuts * (PIECE + HEADERS));
  connection.restore();
  await fillIn(page, { cv: null });
  await apply(page);
  expectArrived(platform, cv);
});

test("slow: shows the server's progress, and delays a submit until the upload ends [4.18] @long", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  const page = await openForm({ way: "slow" });
  const cv = createPdf(size(300_000, MB));
  await fillIn(page, { cv: null });
  const path = await captureUpload(page, () => choose(page, cv));
  await submit(page);
  await expect(page.getByRole("button", { name: "Subiendo..." })).toBeVisible();
  const seen: number[] = [];
  const shown = () =>
    progress(page)
      .getAttribute("value", { timeout: 500 })
      .catch(() => null);
  await expect(async () => {
    const before = await shown();
    const response = await requestUpload(fakeSite.url + path, "HEAD");
    const after = await shown();
    if (before !== null && after !== null && response.ok) {
      const offset = Number(response.headers.get("Upload-Offset"));
      seen.push(Number(before));
      // The server has at least the displayed number of bytes. Another piece may be in transit.
      expect(Number(before)).toBeLessThanOrEqual(offset);
      expect(offset - Number(after)).toBeLessThanOrEqual(PIECE + HEADERS);
    }
    expect(await appliedMessage(page).count()).toBe(1);
  }).toPass({ intervals: [100] });
  expect(new Set(seen).size).toBeGreaterThan(1);
  expectArrived(platform, cv);
  await expect(appliedMessage(page)).toBeDisabled();
});
