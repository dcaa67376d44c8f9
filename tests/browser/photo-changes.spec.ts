import type { Page, Request } from "playwright/test";
import { createPdf } from "../support/application-form";
import { choice, fieldError, field } from "../support/cv-field";
import { uploadedMessage } from "../support/draft-page";
import { fakePositions } from "../support/fake-platform";
import { expect, expectHydrated } from "../support/fixtures";
import { CV, fillIn } from "../support/form-page";
import { apply, expectArrived, test } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";
import { phonePhoto } from "../support/photo";
import { addPage, pageRows, getSentCv, shrinking } from "../support/photo-cv";

const KB = 1024;

declare global {
  interface Window {
    letGo?: () => void;
    /** How many photos have been encoded. */
    encoded?: number;
  }
}

/** Holds photos that are to be encoded until `letGo`. */
const holdEncoding = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line unbound-method -- it is called with its canvas
    const { toBlob } = HTMLCanvasElement.prototype;
    const held = new Promise<void>((resolve) => (window.letGo = resolve));
    HTMLCanvasElement.prototype.toBlob = function (take, ...how) {
      const taken = (blob: Blob | null) => {
        take(blob);
        window.encoded = (window.encoded ?? 0) + 1;
      };
      void held.then(() => toBlob.call(this, taken, ...how));
    };
  });

/** Lets them go, and waits until what may follow from them has been rendered. */
async function letGo(page: Page) {
  await page.evaluate(() => window.letGo?.());
  await expect.poll(() => page.evaluate(() => window.encoded)).toBeGreaterThan(0);
  await page.evaluate(async () => {
    // The photo is read once more, for its preview, which takes less than this.
    for (let time = 0; time < 3; time += 1) {
      await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = resolve;
        reader.readAsDataURL(new Blob([new Uint8Array(4_000_000)]));
      });
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

test("a photo that was removed while its code loaded stays removed", async ({ openForm }) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  const letScriptGo = await delayScripts(page, /photo-pages/);
  await holdEncoding(page);
  await fillIn(page, { cv: photo });
  await page.getByRole("button", { name: "Quitar foto.jpg" }).click();
  letScriptGo();
  await letGo(page);
  await expect(choice(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue("");
});

test("a file that is chosen while a page is added stays chosen", async ({ openForm, platform }) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  await fillIn(page, { cv: photo });
  await expect(uploadedMessage(page)).toBeVisible();
  await holdEncoding(page);
  await addPage(page).setInputFiles(photo);
  await expect(shrinking(page)).toBeVisible();
  await field(page).setInputFiles(CV);
  await letGo(page);
  await expect(choice(page)).toContainText("cv.pdf");
  await expect(pageRows(page)).toHaveCount(0);
  await apply(page);
  expectArrived(platform);
});

test("a page that makes the file too large is refused, and the file stays", async ({
  openForm,
  platform,
}) => {
  platform.position(fakePositions.plain, { cv_max_bytes: 450 * KB });
  const page = await openForm({ position: "plain" });
  const photo = await phonePhoto(page, "foto.jpg");
  await fillIn(page, { cv: photo });
  await expect(uploadedMessage(page)).toBeVisible();
  await addPage(page).setInputFiles(photo);
  await expect(fieldError(page)).toContainText("No hemos podido añadir esta página.");
  await expect(pageRows(page)).toHaveCount(0);
  await expect(choice(page)).toContainText("foto.jpg");
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  expect(getSentCv(platform).fileName).toBe("foto.jpg");
});

test("a photo replaces a file that is on its way at once, also for the next page", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  let letPieceGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letPieceGo = resolve));
  await page.route(/\/cv\/\d+$/, async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue().catch(() => undefined);
  });
  const isPiece = (request: Request) => request.method() === "PATCH";
  const piece = page.waitForRequest(isPiece);
  const isOver = Promise.race([
    page.waitForEvent("requestfailed", isPiece),
    page.waitForEvent("requestfinished", isPiece),
  ]);
  await fillIn(page, { cv: { ...CV, buffer: createPdf(100 * KB) } });
  await piece;
  await holdEncoding(page);
  await field(page).setInputFiles(photo);
  await expect(shrinking(page)).toBeVisible();
  letPieceGo();
  await isOver;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.reload();
  await expectHydrated(page);
  await expect(choice(page)).toContainText("foto.jpg");
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  expect(getSentCv(platform).fileName).toBe("foto.jpg");
});
