import type { Page } from "playwright/test";
import { choice } from "./file-picker";
import type { FakePlatform } from "./fake-platform";
import { fillIn } from "./form-page";
import { phonePhoto } from "./photo";

declare global {
  interface Window {
    release?: () => void;
    /** The number of encoded photos. */
    encoded?: number;
  }
}

export const addPage = (page: Page) => page.getByLabel("Añadir una página");
export const original = (page: Page) => page.getByLabel(/Enviar la foto original \(/);
export const pageRows = (page: Page) => page.locator(".photo-pages li");
/** The button that sends the original photo while it is being reduced. */
export const sendOriginal = (page: Page) =>
  page.getByRole("button", { name: /^Enviar la foto original \(/ });
export const shrinking = (page: Page) => choice(page).getByRole("status").getByText("Reduciendo");

/** Fills in the form with a photo as the CV. */
export async function choosePhoto(page: Page) {
  const photo = await phonePhoto(page, "foto.jpg");
  await fillIn(page, { cv: photo });
  return photo;
}

export function getSentCv(platform: FakePlatform) {
  const cv = platform.applications[0]?.cv;
  if (!cv) throw new Error("No CV was sent");
  return cv;
}

/** Returns the widths and heights of the pictures in a PDF, in page order. */
export const pictureSizes = (pdf: Buffer) =>
  [...pdf.toString("latin1").matchAll(/\/Width (\d+) \/Height (\d+)/g)].map(
    ([, width, height]) => `${width} × ${height}`,
  );

/** Delays the encoding of photos until `releaseEncoding`. */
export const delayEncoding = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line unbound-method -- `toBlob.call` sets `this`
    const { toBlob } = HTMLCanvasElement.prototype;
    const released = new Promise<void>((resolve) => (window.release = resolve));
    HTMLCanvasElement.prototype.toBlob = function (callback, ...options) {
      const countAndPass = (blob: Blob | null) => {
        callback(blob);
        window.encoded = (window.encoded ?? 0) + 1;
      };
      void released.then(() => toBlob.call(this, countAndPass, ...options));
    };
  });

/** The progress of a photo whose encoding is delayed. */
export const encoding = (page: Page) => choice(page).getByText("Reduciendo la foto… 94\u00a0%");

/** Releases the encoding and waits until the photos are rendered. */
export async function releaseEncoding(page: Page) {
  await page.evaluate(() => window.release?.());
  await page.waitForFunction(() => window.encoded);
  await page.evaluate(async () => {
    // Give the preview time to read the photo again, which takes less time than reading 12 MB.
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
