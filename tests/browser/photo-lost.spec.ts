import type { Page } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { choice } from "../support/file-picker";
import { readStorage, uploadedMessage } from "../support/draft-page";
import { retryAfterNavigation, expect, expectHydrated } from "../support/fixtures";
import { CV, fillIn, submit } from "../support/form-page";
import { apply, expectArrived, test } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";
import { recordTimers, waitForTimer } from "../support/page-timers";
import { phonePhoto } from "../support/photo";
import {
  addPage,
  choosePhoto,
  original,
  pageRows,
  pictureSizes,
  getSentCv,
  shrinking,
} from "../support/photo-cv";

const KB = 1024;
/** The form's time-out for loading the photo script, in ms. */
const LOAD_MS = 15_000;

/** Waits until the device has stored the form and this file, so that a crash loses neither. */
async function expectStored(page: Page, file: string) {
  const drafts = () =>
    retryAfterNavigation(() => page.evaluate(() => JSON.stringify(localStorage)));
  await expect.poll(drafts).toContain(file);
  await expect.poll(drafts).toContain("privacy_policy");
  await expect.poll(async () => (await readStorage(page)).files).toBe(1);
}

/** Crashes the tab, as a phone does when memory runs out. @returns the page in a new tab */
async function crashAndReopen(page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page);
  const crash = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crash;
  const again = await page.context().newPage();
  await again.goto(page.url());
  await expectHydrated(again);
  return again;
}

test("full: restores a photo after the tab crashed while reducing it @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  await page.evaluate(() => (HTMLCanvasElement.prototype.toBlob = () => undefined));
  await fillIn(page, { cv: photo });
  await expect(shrinking(page)).toBeVisible();
  await expectStored(page, "foto.jpg");
  const again = await crashAndReopen(page);
  await expect(choice(again)).toContainText("foto.jpg");
  await expect(uploadedMessage(again)).toBeVisible();
  await apply(again);
  expect(getSentCv(platform).bytes.length).toBeLessThan(600 * KB);
});

test("full: restores two photo pages as separate pages after the tab crashed during the upload @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const first = await phonePhoto(page, "foto.jpg");
  const wide = await phonePhoto(page, "otra.jpg", { isUpright: true });
  // Stall the upload.
  await page.route(/\/cv\//, () => undefined);
  await fillIn(page, { cv: first });
  await chooseFiles(addPage(page), wide);
  await expect(pageRows(page)).toHaveCount(2);
  await expectStored(page, "foto.pdf");
  const again = await crashAndReopen(page);
  await expect(choice(again)).toContainText("foto.pdf");
  await expect(pageRows(again)).toHaveCount(2);
  await expect(uploadedMessage(again)).toBeVisible();
  await again.getByRole("button", { name: "Mover arriba Página 2" }).click();
  await chooseFiles(addPage(again), first);
  await expect(pageRows(again)).toHaveCount(3);
  await expect(uploadedMessage(again)).toBeVisible();
  await apply(again);
  const { fileName, bytes } = getSentCv(platform);
  expect(fileName).toBe("foto.pdf");
  expect(pictureSizes(bytes)).toEqual(["2000 × 1500", "1500 × 2000", "1500 × 2000"]);
});

test("full: restores the choice of the original photo after the tab crashed during the upload @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await page.route(/\/cv\//, () => undefined);
  const photo = await choosePhoto(page);
  await original(page).check();
  await expect(choice(page)).toContainText("foto.jpg");
  await expectStored(page, String(photo.buffer.length));
  const again = await crashAndReopen(page);
  await expect(original(again)).toBeChecked();
  await expect(uploadedMessage(again)).toBeVisible({ timeout: 20_000 });
  await apply(again);
  expect(getSentCv(platform).bytes.equals(photo.buffer)).toBe(true);
});

test("partial: sends a photo unchanged if the photo script times out @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await page.clock.install();
  await recordTimers(page);
  await delayScripts(page, /photo-pages/);
  const photo = await choosePhoto(page);
  await submit(page);
  await waitForTimer(page, LOAD_MS);
  await page.clock.fastForward(LOAD_MS);
  await page.clock.resume();
  await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible({ timeout: 20_000 });
  expect(getSentCv(platform).bytes.equals(photo.buffer)).toBe(true);
});

test("partial: sends a file that replaces a photo, even if the photo script doesn't load @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await delayScripts(page, /photo-pages/);
  await choosePhoto(page);
  await expect(shrinking(page)).toBeVisible();
  await page.locator("#cv").setInputFiles(CV);
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  expectArrived(platform);
});

test("slow: delays a submit until the photo has been reduced and uploaded @long", async ({
  openForm,
  platform,
}) => {
  test.slow();
  const page = await openForm({ way: "slow" });
  await choosePhoto(page);
  await submit(page);
  await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible({ timeout: 60_000 });
  expect(getSentCv(platform).bytes.length).toBeLessThan(600 * KB);
});

test("plain: sends a photo unchanged", async ({ openForm, platform }) => {
  const page = await openForm({ way: "plain" });
  const blank = await page.context().browser()?.newPage();
  if (!blank) throw new Error("No browser");
  const photo = await phonePhoto(blank, "foto.jpg");
  await blank.context().close();
  await fillIn(page, { cv: photo });
  await apply(page);
  expect(getSentCv(platform).bytes.equals(photo.buffer)).toBe(true);
});
