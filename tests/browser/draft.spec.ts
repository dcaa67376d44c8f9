import { pageOf, pdfOf } from "../support/application-form";
import { expectFilledIn, kept, restored, uploaded } from "../support/draft-page";
import { expect, expectAwake } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import {
  apply,
  expectArrived,
  expectForgotten,
  requestUpload,
  test,
  uploadStartedBy,
} from "../support/form-steps";
import { holdScripts } from "../support/late-scripts";
import { size } from "../support/size";

const MB = 1024 ** 2;
const NOTHING = { drafts: [], files: 0 };

test("full: a reload brings everything back, the CV that the server holds included, and sends it once", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  expect(await kept(page)).toEqual(NOTHING);
  await fillIn(page);
  await expect(uploaded(page)).toBeVisible();
  await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
  await page.reload();
  await expectAwake(page);
  await expect(restored(page)).toBeVisible();
  await expectFilledIn(page);
  await expect(page.locator(".cv-held")).toContainText("cv.pdf");
  await apply(page);
  expectArrived(platform);
  expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
  await expect.poll(() => kept(page)).toEqual(NOTHING);
});

test("full: a tab that is closed half-way leaves the CV where it was, and another tab goes on", async ({
  line,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: line.url, expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const cv = pdfOf(4 * MB);
  const before = line.counts().sent;
  line.cutAfter(2 * MB);
  await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
  await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
  await expect.poll(async () => (await kept(page)).files).toBe(1);
  line.mend();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(line.url + pageOf("questions"));
  await expect(restored(again)).toBeVisible();
  await expect(uploaded(again)).toBeVisible();
  expect(line.counts().sent - before).toBeLessThan(cv.byteLength + MB);
  await apply(again);
  expectArrived(platform, cv);
  expect(platform.applications[0]?.cv?.fileName).toBe("cv.pdf");
});

test("full: the button clears it all: the form, the device, and what the server holds", async ({
  fakeSite,
  openForm,
}) => {
  const page = await openForm({ expectErrors: /status of 404/ });
  const address = await uploadStartedBy(page, () => fillIn(page));
  await expect(uploaded(page)).toBeVisible();
  await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
  await page.reload();
  await expect(page.locator(".cv-held")).toBeVisible();
  await expect(restored(page)).toContainText("Están guardados en este navegador");
  await page.getByRole("button", { name: "Empezar de nuevo" }).click();
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await expect(page.getByLabel("Teléfono")).toHaveValue("");
  await expect(page.getByLabel("Sí", { exact: true })).not.toBeChecked();
  await expect(page.locator("#privacy_policy")).not.toBeChecked();
  await expect(page.locator(".cv-held")).toHaveCount(0);
  await expect(restored(page)).toHaveCount(0);
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  await expectForgotten(fakeSite.url + address);
  await page.reload();
  await expectAwake(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("");
});

test("full: a reload while the answer is on its way finds what was sent, and sends nothing twice", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ position: "plain", expectErrors: /net::ERR_|status of 404/ });
  await fillIn(page);
  await expect(uploaded(page)).toBeVisible();
  // The request arrives, but its answer never reaches the page.
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
  await expect(applied(page)).toBeVisible();
  expectArrived(platform);
  await expect.poll(() => kept(page)).toEqual(NOTHING);
});

test("full: a CV that neither browser nor server has any more is reported, and the form waits for another", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  const page = await openForm({ position: "plain", expectErrors: /status of 404/ });
  const address = await uploadStartedBy(page, () => fillIn(page));
  await expect(uploaded(page)).toBeVisible();
  await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
  await requestUpload(fakeSite.url + address, "DELETE");
  await page.reload();
  await expect(page.locator("#cv-error")).toHaveText("Ya no tenemos tu CV. Vuelve a elegirlo.");
  await expect(page.locator(".cv-held")).toHaveCount(0);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await page.locator("#cv").setInputFiles(CV);
  await expect(page.locator("#cv-error")).toHaveCount(0);
  await apply(page);
  expectArrived(platform);
});

test("full: a choice made before the scripts come wins over the draft's", async ({
  fakeSite,
  openForm,
}) => {
  const page = await openForm();
  await page.getByLabel("Sí", { exact: true }).check();
  await page.getByLabel("Nombre").fill("María José");
  await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
  const release = await holdScripts(page);
  await page.goto(fakeSite.url + pageOf("questions"), { waitUntil: "commit" });
  await page.getByLabel("No", { exact: true }).check();
  release();
  await expectAwake(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("No", { exact: true })).toBeChecked();
});

test("slow: a reload half-way costs no more of the CV than what was in the air", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ way: "slow", expectErrors: /net::ERR_/ });
  await fillIn(page, { cv: null });
  const cv = pdfOf(size(300_000, MB));
  await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
  const progress = page.locator(".cv-transfer progress");
  await expect.poll(() => progress.getAttribute("value")).not.toBe("0");
  const held = Number(await progress.getAttribute("value"));
  await page.reload();
  const offsets: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await expect(restored(page)).toBeVisible();
  await submit(page);
  await expect(applied(page)).toBeVisible({ timeout: 90_000 });
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(held);
  expectArrived(platform, cv);
});
