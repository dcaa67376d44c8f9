import { chooseFiles } from "../support/choose-files";
import { positionPath, createPdf } from "../support/application-form";
import {
  expectFilledIn,
  readStorage,
  ageDraft,
  restoredNotice,
  uploadedMessage,
} from "../support/draft-page";
import { expect, expectHydrated, longIf } from "../support/fixtures";
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
import { delayScripts } from "../support/delayed-scripts";
import { size } from "../support/size";

const MB = 1024 ** 2;
const NOTHING = { drafts: [], files: 0 };

test("full: restores all values and the held CV after a reload, and sends the form once", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  expect(await readStorage(page)).toEqual(NOTHING);
  await fillIn(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  await page.reload();
  await expectHydrated(page);
  await expect(restoredNotice(page)).toBeVisible();
  await expectFilledIn(page);
  await expect(page.locator(".cv-held")).toContainText("cv.pdf");
  await apply(page);
  expectArrived(platform);
  expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
  await expect.poll(() => readStorage(page)).toEqual(NOTHING);
});

test("full: resumes the CV's upload in another tab after the first tab was closed @long", async ({
  connection,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: connection.url, expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const cv = createPdf(4 * MB);
  const before = connection.counts().sent;
  connection.cutAfter(2 * MB);
  await chooseFiles(page.locator("#cv"), { ...CV, buffer: cv });
  await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).files).toBe(1);
  connection.restore();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(connection.url + positionPath("questions"));
  await expect(restoredNotice(again)).toBeVisible();
  await expect(uploadedMessage(again)).toBeVisible();
  expect(connection.counts().sent - before).toBeLessThan(cv.byteLength + MB);
  await apply(again);
  expectArrived(platform, cv);
  expect(platform.applications[0]?.cv?.fileName).toBe("cv.pdf");
});

test("full: clears the form, the stored draft and the upload with one button", async ({
  fakeSite,
  openForm,
}) => {
  const page = await openForm({ expectErrors: /status of 404/ });
  const address = await captureUpload(page, () => fillIn(page));
  await expect(uploadedMessage(page)).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  await page.reload();
  await expect(page.locator(".cv-held")).toBeVisible();
  await expect(restoredNotice(page)).toContainText("Está guardado en este navegador");
  await page.getByRole("button", { name: "Empezar de nuevo" }).click();
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await expect(page.getByLabel("Teléfono")).toHaveValue("");
  await expect(page.getByLabel("Sí", { exact: true })).not.toBeChecked();
  await expect(page.locator("#privacy_policy")).not.toBeChecked();
  await expect(page.locator(".cv-held")).toHaveCount(0);
  await expect(restoredNotice(page)).toHaveCount(0);
  await expect.poll(() => readStorage(page)).toEqual(NOTHING);
  await expectUploadRemoved(fakeSite.url + address);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("");
});

test("full: shows the receipt on the next submit if the page was reloaded while sending, and delivers the form once", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ position: "plain", expectErrors: /net::ERR_/ });
  await fillIn(page);
  await expect(uploadedMessage(page)).toBeVisible();
  // The server gets the request, but the page never gets the response.
  const answered = new Promise<void>((resolve) => {
    void page.route(
      /\/-\/applications\/[\w-]+\?/,
      async (route) => {
        await route.fetch();
        resolve();
      },
      { times: 1 },
    );
  });
  await submit(page);
  await answered;
  expect(platform.applications).toHaveLength(1);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  // The server deleted the delivered CV. The form must not ask for the CV again.
  await expect(page.locator(".cv-held")).toContainText("cv.pdf");
  await apply(page);
  expectArrived(platform);
  await expect.poll(() => readStorage(page)).toEqual(NOTHING);
});

test("full: restores text typed just before the page unloads, but not deleted text", async ({
  openForm,
}) => {
  const page = await openForm();
  await page.getByLabel("Nombre").fill("Ana");
  await page.reload();
  await expect(restoredNotice(page)).toBeVisible();
  await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
  await page.getByLabel("Nombre").fill("");
  await expect.poll(() => readStorage(page)).toEqual(NOTHING);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await expect(restoredNotice(page)).toHaveCount(0);
});

test("full: shows a refusal's errors again after a reload, except for corrected fields @long", async ({
  openForm,
  platform,
}) => {
  const errors = [
    { field: "first_name", message: "Falta el segundo nombre." },
    { field: "last_name", message: "Falta el segundo apellido." },
  ];
  platform.on("apply").once.answer({ status: 422, body: { detail: "Hoy no.", errors } });
  const page = await openForm({ expectErrors: /status of 422/ });
  await fillIn(page);
  await submit(page);
  await expect(page.locator("#first_name-error")).toBeVisible();
  await page.getByLabel("Nombre").fill("Ana María");
  await expect(page.locator("#first_name-error")).toHaveCount(0);
  await page.reload();
  await expectHydrated(page);
  await expect(page.locator(".error-summary")).toContainText("Hoy no.");
  await expect(page.locator("#last_name-error")).toHaveText("Falta el segundo apellido.");
  await expect(page.locator("#first_name-error")).toHaveCount(0);
  await apply(page);
  expectArrived(platform);
});

for (const [when, hours] of [
  ["when the form is opened hours later", 2],
  ["when the form is sent", 0],
] as const) {
  test(`full: reports a lost CV ${when}, and sends the form once the CV is chosen again${longIf(hours === 0)}`, async ({
    fakeSite,
    openForm,
    platform,
  }) => {
    const page = await openForm({ position: "plain", expectErrors: /status of 4(04|22)/ });
    const address = await captureUpload(page, () => fillIn(page));
    await expect(uploadedMessage(page)).toBeVisible();
    await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
    await requestUpload(fakeSite.url + address, "DELETE");
    await ageDraft(page, hours);
    await page.reload();
    await expectHydrated(page);
    if (hours === 0) await submit(page);
    await expect(page.locator("#cv-error")).toHaveText("Ya no tenemos tu CV. Vuelve a elegirlo.");
    await expect(page.locator(".cv-held")).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await page.locator("#cv").setInputFiles(CV);
    await expect(page.locator("#cv-error")).toHaveCount(0);
    await apply(page);
    expectArrived(platform);
  });
}

test("full: doesn't send a removed CV after a reload", async ({ openForm, platform }) => {
  const page = await openForm({ position: "plain" });
  await fillIn(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await page.reload();
  await expectHydrated(page);
  const remove = page.locator("[name=remove_cv]");
  await remove.check();
  await page.reload();
  await expectHydrated(page);
  await expect(remove).toBeChecked();
  await apply(page);
  expectArrivedWithoutCv(platform);
});

test("full: keeps a choice made before the scripts load instead of the draft's choice @long", async ({
  fakeSite,
  openForm,
}) => {
  const page = await openForm();
  await page.getByLabel("Sí", { exact: true }).check();
  await page.getByLabel("Nombre").fill("María José");
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  const release = await delayScripts(page);
  await page.goto(fakeSite.url + positionPath("questions"), { waitUntil: "commit" });
  await page.getByLabel("No", { exact: true }).check();
  release();
  await expectHydrated(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("No", { exact: true })).toBeChecked();
});

test("slow: resends only the piece in transit after a reload during an upload @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ way: "slow", expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const cv = createPdf(size(300_000, MB));
  await chooseFiles(page.locator("#cv"), { ...CV, buffer: cv });
  const progress = page.locator(".cv-transfer progress");
  await expect.poll(() => progress.getAttribute("value")).not.toBe("0");
  const uploaded = Number(await progress.getAttribute("value"));
  await page.reload();
  const offsets: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await expect(restoredNotice(page)).toBeVisible();
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible({ timeout: 90_000 });
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(uploaded);
  expectArrived(platform, cv);
});
