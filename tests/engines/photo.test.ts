import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { CHROMIUM_ARGS, ensureChromium } from "~/scripts/chromium.mjs";
import { positionPath } from "../support/application-form";
import { withFolder } from "../support/file-picker";
import { jpegSize, phonePhoto } from "../support/photo";
import { pictureSizes, getSentCv } from "../support/photo-cv";
import { isLong } from "../support/size";
import { Engine } from "./engine";
import { findFirefox, startFirefox } from "./firefox";
import { findWebKit, startWebKit } from "./webkit";
import { useTestSite } from "./test-site";

const KB = 1024;
const context = useTestSite();
beforeEach(() => context.platform.beginTest());

const firefox = findFirefox();
const webkit = findWebKit();
const ENGINES = [
  ["Firefox", firefox && (() => startFirefox(firefox, { scripts: true }))],
  ["WebKitGTK", webkit && (() => startWebKit(webkit))],
] as const;

/** Saves the photo from `phonePhoto` in a folder. @returns the photo's path */
async function createPhoto(folder: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: CHROMIUM_ARGS,
  });
  const { buffer } = await phonePhoto(await browser.newPage(), "cv.jpg", { isLarge: true });
  await browser.close();
  const path = join(folder, "cv.jpg");
  await writeFile(path, buffer);
  return path;
}

for (const [name, start] of ENGINES) {
  for (const pages of [1, 2]) {
    // Browser tests send photos with Chromium.
    test.skipIf(!start || !isLong)(
      `${name}: sends a CV of ${pages} page(s) upright and compressed`,
      async () => {
        if (!start) return;
        await withFolder(async (folder) => {
          const photo = await createPhoto(folder);
          const engine = await Engine.connect(await start());
          try {
            await engine.open(`${context.site.url}${positionPath("plain")}?lang=en`);
            await engine.enter("#first_name", "María José");
            await engine.waitFor("#application[novalidate]");
            await engine.enter("#last_name", "Núñez");
            await engine.enter("#phone", "612 34 56 78");
            await engine.enter("input[type=file]#cv", photo);
            await engine.waitFor(".photo-pages");
            if (pages > 1) {
              await engine.enter("input[type=file]#cv-page", photo);
              await engine.waitFor(".photo-pages li + li");
            }
            await engine.click("#privacy_policy");
            await engine.click(".button-submit");
            await engine.waitFor(".receipt");
          } finally {
            await engine.end();
          }
        });
        await context.platform.waitForApplications(1, 60_000);
        const { bytes } = getSentCv(context.platform);
        expect(bytes.length).toBeLessThan(pages * 600 * KB);
        expect(bytes.includes("Exif")).toBe(false);
        if (pages === 1) expect(jpegSize(bytes)).toEqual([1500, 2000]);
        else expect(pictureSizes(bytes)).toEqual(["1500 × 2000", "1500 × 2000"]);
      },
    );
  }
}
