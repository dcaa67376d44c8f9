import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { residentMb } from "~/bench/measure.mjs";
import { startWorkerd } from "~/bench/workerd.mjs";
import { ROOT } from "~/scripts/local";
import { buildForm, positionPath, createPdf, post } from "../support/application-form";
import { fakePositions, startFakePlatform } from "../support/fake-platform";
import { TEST_API_KEY } from "../support/site";

const FIELDS = Array.from({ length: 20 }, (_, index) => `file-${index}`);
const SIZE = 20_000_000;

/** About the size of two files, and less than a third of an isolate's limit of 128 MB. */
const MAX_MB = 40;

test("the site streams three large files without buffering them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-memory-"));
  const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const site = await startWorkerd({
    script: join(ROOT, "build", "index.js"),
    state: folder,
    objects: true,
    vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: TEST_API_KEY },
  });
  try {
    platform.position(fakePositions.plain, {
      fields: FIELDS.map((id) => ({ id, kind: "file", label: `Fichero ${id}` })),
    });
    const send = async (bytes: number) => {
      const form = buildForm();
      for (const id of FIELDS.slice(3, 6)) {
        form.append(`field-${id}`, new Blob([createPdf(bytes)]), `${id}.pdf`);
      }
      const response = await post(site.url + positionPath("plain"), form);
      expect(response.status).toBe(303);
    };
    await send(1000);
    const before = await residentMb(site.pid);
    let peak = before;
    const sampling = setInterval(() => {
      void residentMb(site.pid).then((mb) => (peak = Math.max(peak, mb)));
    }, 20);
    await send(SIZE);
    clearInterval(sampling);
    const sizes = platform.applications.map(({ files }) => files.map(({ bytes }) => bytes.length));
    expect(sizes[1]?.every((bytes) => bytes > SIZE)).toBe(true);
    console.log(`${before} MB before, ${peak} MB at most`);
    expect(peak - before).toBeLessThan(MAX_MB);
  } finally {
    site.stop();
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  }
});
