import type { Request } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { createPdf } from "../support/application-form";
import { choice, fieldError, field } from "../support/file-picker";
import { uploadedMessage } from "../support/draft-page";
import { fakePositions } from "../support/fake-platform";
import { expect, expectHydrated } from "../support/fixtures";
import { CV, fillIn } from "../support/form-page";
import { apply, expectArrived, test } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";
import { phonePhoto } from "../support/photo";
import {
  addPage,
  choosePhoto,
  delayEncoding,
  encoding,
  getSentCv,
  pageRows,
  releaseEncoding,
  shrinking,
} from "../support/photo-cv";

const KB = 1024;

test("full: doesn't restore a photo that is removed while the photo script loads @long", async ({
  openForm,
}) => {
  const page = await openForm();
  const releaseScript = await delayScripts(page, /photo-pages/);
  await choosePhoto(page);
  await page.getByRole("button", { name: "Quitar foto.jpg" }).click();
  releaseScript();
  await page.waitForLoadState("networkidle");
  await expect(choice(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue("");
});

test("full: keeps a file that is chosen while a photo page is being added @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await choosePhoto(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await delayEncoding(page);
  await chooseFiles(addPage(page), photo);
  await expect(encoding(page)).toBeVisible();
  await field(page).setInputFiles(CV);
  await releaseEncoding(page);
  await expect(choice(page)).toContainText("cv.pdf");
  await expect(pageRows(page)).toHaveCount(0);
  await apply(page);
  expectArrived(platform);
});

test("full: refuses a photo page that would make the file too large, and keeps the previous file @long", async ({
  openForm,
  platform,
}) => {
  platform.position(fakePositions.plain, { cv_max_bytes: 450 * KB });
  const page = await openForm({ position: "plain" });
  const photo = await choosePhoto(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await chooseFiles(addPage(page), photo);
  await expect(fieldError(page)).toContainText("No hemos podido añadir esta página.");
  await expect(pageRows(page)).toHaveCount(0);
  await expect(choice(page)).toContainText("foto.jpg");
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  expect(getSentCv(platform).fileName).toBe("foto.jpg");
});

test("full: uses a photo that replaces a file during its upload, even if the page then reloads @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  let releasePiece: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (releasePiece = resolve));
  await page.route(/\/cv\/\d+$/, async (route) => {
    if (route.request().method() === "PATCH") await released;
    await route.continue().catch(() => undefined);
  });
  const isPiece = (request: Request) => request.method() === "PATCH";
  const piece = page.waitForRequest(isPiece);
  const pieceEnded = Promise.race([
    page.waitForEvent("requestfailed", isPiece),
    page.waitForEvent("requestfinished", isPiece),
  ]);
  await fillIn(page, { cv: { ...CV, buffer: createPdf(100 * KB) } });
  await piece;
  await delayEncoding(page);
  await chooseFiles(field(page), photo);
  await expect(shrinking(page)).toBeVisible();
  releasePiece();
  await pieceEnded;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.reload();
  await expectHydrated(page);
  await expect(choice(page)).toContainText("foto.jpg");
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  expect(getSentCv(platform).fileName).toBe("foto.jpg");
});
