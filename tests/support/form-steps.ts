import type { BrowserContextOptions, Page } from "playwright/test";
import { positionPath, sha256 } from "./application-form";
import { fakePositions, type FakePlatform } from "./fake-platform";
import { expect, open, test as base, type Way } from "./fixtures";
import { appliedMessage, CV, submit } from "./form-page";
import { startFlakyConnection } from "./flaky-connection";

interface OpenOptions extends BrowserContextOptions {
  position?: keyof typeof fakePositions;
  /** The URL of a site or of a flaky connection. By default, `fakeSite`. */
  at?: string;
  expectErrors?: RegExp;
}

interface Steps {
  /** Opens a position's form. With scripts, waits until the form is hydrated. By default, `way` is `full`. */
  openForm: (options?: OpenOptions & { way?: Way }) => Promise<Page>;
  /** A proxy in front of `fakeSite` whose connections can be cut. */
  connection: Awaited<ReturnType<typeof startFlakyConnection>>;
}

export const test = base.extend<Steps>({
  openForm: async ({ browse, fakeSite }, use) => {
    await use(
      async ({ way = "full", position = "questions", at = fakeSite.url, ...options } = {}) => {
        const page = await browse(way, options);
        await open(page, way, at + positionPath(position));
        return page;
      },
    );
  },
  connection: async ({ fakeSite }, use) => {
    const connection = await startFlakyConnection(fakeSite.url);
    await use(connection);
    await connection.close();
  },
});

/** Submits the form and waits for the message that the candidate has applied. */
export async function apply(page: Page) {
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
}

/** Expects that one application arrived with this CV, byte for byte. */
export function expectArrived(platform: FakePlatform, cv = CV.buffer) {
  expect(platform.applications.map((application) => application.cv?.sha256)).toEqual([sha256(cv)]);
}

export function expectArrivedWithoutCv(platform: FakePlatform) {
  expect(platform.applications.map(({ cv }) => cv)).toEqual([undefined]);
}

/** Calls `work`, which starts an upload. @returns the upload's path */
export async function captureUpload(page: Page, work: () => Promise<unknown>): Promise<string> {
  const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
  await work();
  return (await (await creation).headerValue("location")) ?? "";
}

/** Requests an upload's state (HEAD) or removes the upload (DELETE). */
export const requestUpload = (url: string, method: "HEAD" | "DELETE") =>
  fetch(url, { method, headers: { "Tus-Resumable": "1.0.0" } });

export const expectUploadRemoved = (url: string) =>
  expect.poll(async () => (await requestUpload(url, "HEAD")).status).toBe(404);

/** Records the names of the site's scripts that a page requests, without folder or extension. */
export function recordScripts(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/build\/\w+\/(.+)\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) names.push(name);
  });
  return names;
}

/** Makes the description so long that the form is far below the first screen. */
export const lengthenPage = (platform: FakePlatform) =>
  platform.position(fakePositions.questions, {
    description: "<p>Una tarde de taller, y luego otra.</p>".repeat(60),
  });
