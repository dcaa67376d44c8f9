import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { choice, dropFiles, fieldError, field, withFolder } from "../support/file-picker";
import { uploadedMessage } from "../support/draft-page";
import { expect, expectHydrated, longIf } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { apply, test } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";
import { drawWebp, jpegSize, phonePhoto } from "../support/photo";
import {
  addPage,
  choosePhoto,
  delayEncoding,
  encoding,
  original,
  pageRows,
  pictureSizes,
  getSentCv,
  releaseEncoding,
  sendOriginal,
  shrinking,
} from "../support/photo-cv";

const KB = 1024;

const warning = (page: Page) => page.locator("div.field-warning");
const NOT_REDUCED = "No hemos podido reducir esta foto.";

test("full: sends a photo upright, reduced and without metadata", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "IMG 1.JPEG", { isLarge: true });
  expect(photo.buffer.length).toBeGreaterThan(3500 * KB);
  await fillIn(page, { cv: photo });
  await expect(choice(page)).toContainText("IMG 1.jpg");
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(warning(page)).toContainText("PDF");
  await apply(page);
  const { fileName, bytes } = getSentCv(platform);
  expect(fileName).toBe("IMG 1.jpg");
  expect(bytes.length).toBeLessThan(600 * KB);
  expect(bytes.includes("Exif")).toBe(false);
  expect(jpegSize(bytes)).toEqual([1500, 2000]);
});

test("full: joins several photos into a PDF, and moves and removes its pages", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const first = await choosePhoto(page);
  await expect(uploadedMessage(page)).toBeVisible();
  const wide = { ...(await phonePhoto(page, "otra.jpg", { isUpright: true })) };
  await chooseFiles(addPage(page), wide, { ...first, name: "tercera.jpg" });
  await expect(pageRows(page)).toHaveCount(3);
  await expect(choice(page)).toContainText("foto.pdf");
  await expect(warning(page)).toBeEmpty();
  await page.getByRole("button", { name: "Mover arriba Página 2" }).click();
  // The focus moves within the list, because the pressed button no longer exists.
  await expect(page.locator(".photo-pages :focus")).toHaveCount(1);
  await page.getByRole("button", { name: "Quitar Página 3" }).click();
  await expect(pageRows(page)).toHaveCount(2);
  await expect(page.locator(".photo-pages :focus")).toHaveCount(1);
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  const { fileName, contentType, bytes } = getSentCv(platform);
  expect([fileName, contentType]).toEqual(["foto.pdf", "application/pdf"]);
  expect(pictureSizes(bytes)).toEqual(["2000 × 1500", "1500 × 2000"]);
  expect(bytes.length).toBeLessThan(1200 * KB);
});

test("full: joins photos that are dropped together into one CV @long", async ({ openForm }) => {
  const page = await openForm();
  const { buffer } = await phonePhoto(page, "a.jpg");
  await expectHydrated(page);
  await withFolder(async (folder) => {
    const files = ["a.jpg", "b.jpg"].map((name) => join(folder, name));
    for (const file of files) await writeFile(file, buffer);
    await dropFiles(page, field(page), files);
    await expect(pageRows(page)).toHaveCount(2);
    await expect(choice(page)).toContainText("a.pdf");
  });
});

for (const [name, mimeType, sent] of [
  ["foto.jpg", "image/jpeg", "foto.jpg"],
  ["msf:1000", "image/webp", "msf:1000.jpg"],
] as const) {
  test(`full: converts the WebP ${name}, and doesn't offer the original @long`, async ({
    openForm,
    platform,
  }) => {
    const page = await openForm();
    await fillIn(page, { cv: { name, mimeType, buffer: await drawWebp(page, 60, 40) } });
    await expect(choice(page)).toContainText(sent);
    await expect(uploadedMessage(page)).toBeVisible();
    await expect(original(page)).toHaveCount(0);
    await apply(page);
    const { fileName, bytes } = getSentCv(platform);
    expect(fileName).toBe(sent);
    expect(jpegSize(bytes)).toEqual([60, 40]);
  });
}

for (const way of ["full", "plain"] as const) {
  test(`${way}: explains what to do with a HEIC named .jpg that the browser can't open${longIf(way === "plain")}`, async ({
    openForm,
  }) => {
    const page = await openForm({ way });
    const buffer = Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic");
    await fillIn(page, { cv: { name: "foto.jpg", mimeType: "image/jpeg", buffer } });
    if (way === "plain") await submit(page);
    await expect(fieldError(page)).toContainText("Elige una copia en JPG");
  });
}

test("full: sends the original photo if the candidate chooses it @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await choosePhoto(page);
  await original(page).check();
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(addPage(page)).toHaveCount(0);
  await apply(page);
  expect(getSentCv(platform).bytes.equals(photo.buffer)).toBe(true);
});

test("full: reduces a photo without a time limit, and shows its progress", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await page.clock.install();
  await delayEncoding(page);
  await choosePhoto(page);
  await expect(encoding(page)).toBeVisible();
  await submit(page);
  await expect(page.locator(".button-submit")).toHaveText("Reduciendo la foto…");
  await page.clock.fastForward("30:00");
  await expect(shrinking(page)).toBeVisible();
  await expect(sendOriginal(page)).toBeVisible();
  await releaseEncoding(page);
  await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible();
  expect(getSentCv(platform).bytes.length).toBeLessThan(600 * KB);
});

test("full: sends the original photo if the candidate doesn't want to wait @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await delayEncoding(page);
  const photo = await choosePhoto(page);
  await expect(encoding(page)).toBeVisible();
  await sendOriginal(page).click();
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(sendOriginal(page)).toHaveCount(0);
  await releaseEncoding(page);
  await apply(page);
  expect(getSentCv(platform).bytes.equals(photo.buffer)).toBe(true);
});

test("full: adds no photo page if the candidate doesn't want to wait @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await choosePhoto(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await delayEncoding(page);
  await chooseFiles(addPage(page), photo);
  await expect(encoding(page)).toBeVisible();
  await page.getByRole("button", { name: "Quitar Página 2" }).click();
  await expect(uploadedMessage(page)).toBeVisible();
  await releaseEncoding(page);
  await apply(page);
  expect(getSentCv(platform).fileName).toBe("foto.jpg");
});

test("full: says that a photo can't be reduced, and sends it unchanged @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const { buffer, ...photo } = await phonePhoto(page, "foto.jpg");
  const broken = Buffer.concat([buffer.subarray(0, 200), Buffer.alloc(700 * KB, "not a picture")]);
  await fillIn(page, { cv: { ...photo, buffer: broken } });
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(warning(page)).toContainText(NOT_REDUCED);
  await apply(page);
  expect(getSentCv(platform).bytes.equals(broken)).toBe(true);
});

test("full: sends a photo upright if the browser orients only images @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  await page.evaluate(() => {
    window.createImageBitmap = () => Promise.reject(new TypeError("No such orientation"));
  });
  await fillIn(page, { cv: photo });
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(warning(page)).not.toContainText(NOT_REDUCED);
  await apply(page);
  expect(jpegSize(getSentCv(platform).bytes)).toEqual([1500, 2000]);
});

test("full: delays a submit until the photo has been reduced @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  const photo = await phonePhoto(page, "foto.jpg");
  const release = await delayScripts(page, /photo-pages/);
  await fillIn(page, { cv: photo });
  await expect(shrinking(page)).toBeVisible();
  await submit(page);
  release();
  await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible();
  expect(getSentCv(platform).bytes.length).toBeLessThan(600 * KB);
});

test("full: warns about a photo's size only if the photo stays large @long", async ({
  openForm,
}) => {
  const page = await openForm();
  const release = await delayScripts(page, /photo-pages/);
  const photo = await phonePhoto(page, "foto.jpg");
  const large = { ...photo, buffer: Buffer.concat([photo.buffer, Buffer.alloc(6 * KB * KB)]) };
  await fillIn(page, { cv: large });
  await expect(shrinking(page)).toBeVisible();
  await expect(warning(page)).not.toContainText("recomendados");
  release();
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(warning(page)).not.toContainText("recomendados");
  await original(page).check();
  await expect(warning(page)).toContainText("recomendados");
});

test("full: restores a photo after a reload while it is being reduced @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await delayScripts(page, /photo-pages/);
  await choosePhoto(page);
  await expect(shrinking(page)).toBeVisible();
  await page.unroute(/photo-pages/);
  await page.reload();
  await expect(choice(page)).toContainText("foto.jpg");
  await expect(uploadedMessage(page)).toBeVisible();
  await apply(page);
  expect(getSentCv(platform).bytes.length).toBeLessThan(600 * KB);
});

test("full: doesn't restore a photo that is removed while it is being reduced @long", async ({
  openForm,
}) => {
  const page = await openForm();
  await delayScripts(page, /photo-pages/);
  await choosePhoto(page);
  await page.getByRole("button", { name: "Quitar foto.jpg" }).click();
  await expect(choice(page)).toHaveCount(0);
  await page.unroute(/photo-pages/);
  await page.reload();
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(choice(page)).toHaveCount(0);
  await expectHydrated(page);
  await expect(field(page)).toHaveValue("");
});

test("partial: sends a photo unchanged if the photo script is blocked @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ expectErrors: /Failed to load/ });
  await page.route(/photo-pages/, (route) => route.abort());
  const photo = await choosePhoto(page);
  await expect(uploadedMessage(page)).toBeVisible();
  await expect(fieldError(page)).toHaveCount(0);
  await expect(warning(page)).toContainText(NOT_REDUCED);
  await apply(page);
  expect(getSentCv(platform).bytes.equals(photo.buffer)).toBe(true);
});

test("full: refuses a file that has the type of a photo but other contents @long", async ({
  openForm,
}) => {
  const page = await openForm();
  const heic = { name: "foto.heic", mimeType: "image/heic", buffer: Buffer.from("no photo") };
  await fillIn(page, { cv: heic });
  await expect(fieldError(page)).toContainText("foto.heic");
  await expect(choice(page)).toHaveCount(0);
});
