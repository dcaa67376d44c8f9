import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { startLine } from "../support/line";
import { size } from "../support/size";
import { expectFilledIn, kept, restored, uploaded } from "../support/draft-page";

const MB = 1024 ** 2;

test.describe("full:", () => {
  test("a reload brings everything back, the CV that the server holds included, and sends it once", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    expect(await kept(page)).toEqual({ drafts: [], files: 0 });
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await page.reload();
    await expectAwake(page);
    await expect(restored(page)).toBeVisible();
    await expectFilledIn(page);
    await expect(page.locator(".cv-held")).toContainText("cv.pdf");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a reload half-way goes on with the CV where it was, and so does another tab", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page, { cv: null });
      const cv = pdfOf(6 * MB);
      const before = line.counts().sent;
      line.cutAfter(2 * MB);
      await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      await expect.poll(async () => (await kept(page)).files).toBe(1);
      line.mend();
      await page.close();

      const again = await page.context().newPage();
      await again.goto(line.url + pageOf("questions"));
      await expect(restored(again)).toBeVisible();
      await expect(uploaded(again)).toBeVisible();
      expect(line.counts().sent - before).toBeLessThan(cv.byteLength + MB);
      await submit(again);
      await expect(applied(again)).toBeVisible();
      expect(platform.applications[0]?.cv).toMatchObject({
        fileName: "cv.pdf",
        sha256: sha256(cv),
      });
    } finally {
      await line.close();
    }
  });

  test("the button clears it all: the form, the device, and what the server holds", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    await fillIn(page);
    const address = (await (await creation).headerValue("location")) ?? "";
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await page.reload();
    await expect(page.locator(".cv-held")).toBeVisible();
    await expect(restored(page)).toContainText("Solo se guarda en este navegador");
    // One touch, for whoever shares the computer.
    await page.getByRole("button", { name: "Borrarlo todo" }).click();
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await expect(page.getByLabel("Teléfono")).toHaveValue("");
    await expect(page.getByLabel("Sí", { exact: true })).not.toBeChecked();
    await expect(page.locator("#privacy_policy")).not.toBeChecked();
    await expect(page.locator(".cv-held")).toHaveCount(0);
    await expect(restored(page)).toHaveCount(0);
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
    const status = async () => {
      const headers = { "Tus-Resumable": "1.0.0" };
      return (await fetch(fakeSite.url + address, { method: "HEAD", headers })).status;
    };
    await expect.poll(status).toBe(404);
    await page.reload();
    await expectAwake(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("");
  });

  test("a reload while the answer is on its way finds what was sent, and sends nothing twice", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_|status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    const form = /\/-\/applications\/[\w-]+\?/;
    // The request arrives, but its answer never reaches the page.
    const answered = new Promise<void>((resolve) => {
      void page.route(
        form,
        async (route) => {
          await route.fetch();
          resolve();
        },
        { times: 1 },
      );
    });
    await submit(page);
    await answered;
    expect(platform.applications).toHaveLength(1);
    await page.reload();
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a CV that nobody has any more is said so, and the form is not sent without it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    await fillIn(page);
    const address = (await (await creation).headerValue("location")) ?? "";
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    const headers = { "Tus-Resumable": "1.0.0" };
    await fetch(fakeSite.url + address, { method: "DELETE", headers });
    await page.reload();
    await expect(page.locator("#cv-error")).toHaveText(
      "Ya no guardamos el CV que elegiste: vuelve a elegirlo.",
    );
    await expect(page.locator(".cv-held")).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await page.locator("#cv").setInputFiles(CV);
    await expect(page.locator("#cv-error")).toHaveCount(0);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("another file of the same name and size is another file", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    await page.locator("#cv").setInputFiles({ ...CV, buffer: pdfOf(5000) });
    await expect(uploaded(page)).toBeVisible();
    await page.reload();
    await expect(page.locator(".cv-held")).toBeVisible();
    const mended = pdfOf(5000);
    await page.locator("#cv").setInputFiles({ ...CV, buffer: mended });
    await expect(uploaded(page)).toBeVisible();
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(mended));
  });

  test("what was chosen before the scripts came is not chosen otherwise by the draft", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await page.getByLabel("Sí", { exact: true }).check();
    await page.getByLabel("Nombre").fill("María José");
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    let come = (): void => undefined;
    const late = new Promise<void>((resolve) => (come = resolve));
    await page.route("**/build/**", async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(fakeSite.url + pageOf("questions"), { waitUntil: "commit" });
    await page.getByLabel("No", { exact: true }).check();
    come();
    await expectAwake(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await expect(page.getByLabel("No", { exact: true })).toBeChecked();
  });

  test("a page that comes back from the browser's memory knows what was sent meanwhile", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    await page.evaluate((uuid) => {
      localStorage.setItem("appliedPositions", JSON.stringify([uuid]));
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, fakePositions.questions);
    await expect(applied(page)).toBeVisible();
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });
});

for (const [how, leave] of [
  ["a reload of the page", (page: Page) => page.reload()],
  ["the tab closed and opened again", (page: Page) => page.close()],
] as const) {
  test(`slow: ${how} half-way costs no more than what was in the air`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("slow", { expectErrors: /net::ERR_/ });
    await open(page, "slow", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    const cv = pdfOf(size(600_000, MB));
    await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
    await expect
      .poll(() => page.locator(".cv-transfer progress").getAttribute("value"), { timeout: 60_000 })
      .not.toBe("0");
    const held = Number(await page.locator(".cv-transfer progress").getAttribute("value"));
    await leave(page);
    const again = page.isClosed() ? await page.context().newPage() : page;
    const pieces: number[] = [];
    again.on("request", (request) => {
      if (request.method() === "PATCH") pieces.push(Number(request.headers()["upload-offset"]));
    });
    if (again !== page) await again.goto(fakeSite.url + pageOf("questions"));
    await expect(restored(again)).toBeVisible();
    await submit(again);
    await expect(applied(again)).toBeVisible({ timeout: 90_000 });
    expect(Math.min(...pieces)).toBeGreaterThanOrEqual(held);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
  });
}
