import type { Page } from "playwright/test";
import { choice } from "./cv-field";
import type { FakePlatform } from "./fake-platform";

export const addPage = (page: Page) => page.getByLabel("Añadir una página");
export const original = (page: Page) => page.getByLabel(/Enviar la foto original \(/);
export const pageRows = (page: Page) => page.locator(".photo-pages li");
export const shrinking = (page: Page) => choice(page).getByRole("status").getByText("Reduciendo");

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
