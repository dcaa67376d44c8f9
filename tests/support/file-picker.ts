import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";

export const field = (page: Page) => page.locator("#cv");
export const fieldError = (page: Page) => page.locator("#cv-error");
export const choice = (page: Page) => page.locator(".cv-choice");

/** Calls `work` with a temporary folder, which is then removed. */
export async function withFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "puerta-cv-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Drags files from outside the browser onto the centre of an element. */
export async function dropFiles(page: Page, target: Locator, files: string[]) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("The drop target isn't visible");
  const session = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", {
      type,
      ...point,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
}
