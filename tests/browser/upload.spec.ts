import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { startLine } from "../support/line";
import { size } from "../support/size";

const MB = 1024 ** 2;
const progress = (page: Page) => page.locator(".cv-transfer progress");
const uploaded = (page: Page) => page.locator(".cv-transfer").getByText("CV subido.").first();
const choose = (page: Page, buffer: Buffer) => page.locator("#cv").setInputFiles({ ...CV, buffer });

test.describe("full:", () => {
  test("the CV goes up when it is chosen, and the form follows without it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const cv = pdfOf(3 * MB);
    await choose(page, cv);
    await expect(uploaded(page)).toBeVisible();
    expect(await progress(page).getAttribute("value")).toBe(String(cv.byteLength));
    await fillIn(page, { cv: null });
    const sent = page.waitForRequest((request) =>
      /\/-\/applications\/[\w-]+\?/.test(request.url()),
    );
    await submit(page);
    const body = (await sent).postDataBuffer() ?? Buffer.alloc(0);
    expect(body.includes("%PDF")).toBe(false);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv).toMatchObject({
      fileName: "cv.pdf",
      contentType: "application/pdf",
      sha256: sha256(cv),
    });
  });

  test("a form that the server finds wrong keeps the CV: it goes up once", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no." } });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const creations: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/cv?")) {
        creations.push(request.url());
      }
    });
    await fillIn(page);
    await submit(page);
    await expect(page.locator("#answer")).toContainText("Hoy no.");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(creations).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("another file takes the place of one that is on its way or held; none, of either", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    // When an upload is cut off, the local server sometimes loses a request and answers 503
    // itself.
    const page = await browse("full", { expectErrors: /ERR_ABORTED|status of (404|503)/ });
    const lost: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.status() === 503) lost.push(response.text());
    });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await choose(page, pdfOf(10 * MB));
    await choose(page, pdfOf(2 * MB));
    const last = pdfOf(100_000);
    await choose(page, last);
    await expect(uploaded(page)).toBeVisible();
    await fillIn(page, { cv: null });
    await page.getByRole("button", { name: "Quitar" }).click();
    await expect(page.locator(".cv-choice")).toHaveCount(0);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv).toBeUndefined();
    for (const text of await Promise.all(lost)) expect(text).toMatch(/^Your worker restarted/);
  });

  test("where pieces cannot be sent at all, the form carries the file", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_FAILED/ });
    await page.route("**/-/applications/*/cv**", (route) => route.abort());
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("a CV that the server does not take in pieces is here only, and says so", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /status of 429/ });
    await page.route("**/-/applications/*/cv**", (route) => route.fulfill({ status: 429 }));
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await expect(page.locator(".cv-transfer")).toContainText("tu CV solo está en este dispositivo");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("a CV that is on its way can be taken away, and the server forgets it", async ({
    browse,
    fakeSite,
  }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_|status of 404/ });
      await page.goto(line.url + pageOf("plain"));
      await expectAwake(page);
      const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
      line.cutAfter(2 * MB);
      await choose(page, pdfOf(6 * MB));
      const address = (await (await creation).headerValue("location")) ?? "";
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      line.mend();
      await page.getByRole("button", { name: "Quitar" }).click();
      await expect(progress(page)).toHaveCount(0);
      const status = async () => {
        const headers = { "Tus-Resumable": "1.0.0" };
        return (await fetch(fakeSite.url + address, { method: "HEAD", headers })).status;
      };
      await expect.poll(status).toBe(404);
    } finally {
      await line.close();
    }
  });

  test("a CV that the server has let go of goes along with the form", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    await fillIn(page);
    const address = (await (await creation).headerValue("location")) ?? "";
    await expect(uploaded(page)).toBeVisible();
    const headers = { "Tus-Resumable": "1.0.0" };
    await fetch(fakeSite.url + address, { method: "DELETE", headers });
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("20 MB over a line that is cut twenty times arrive, and each cut costs less than a piece", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("questions"));
      await expectAwake(page);
      const cv = pdfOf(20 * MB);
      const before = line.counts().sent;
      line.cutEvery(1.02 * MB);
      await choose(page, cv);
      await expect(uploaded(page)).toBeVisible({ timeout: 120_000 });
      const { sent, cuts } = line.counts();
      expect(cuts).toBeGreaterThanOrEqual(20);
      // What the site has not read yet when the line is cut is sent again, at most a piece of 256 KB and
      // its headers. That it keeps what it has read of a piece is for the requests' test to say.
      expect(sent - before).toBeLessThan(cv.byteLength + cuts * (256 + 16) * 1024);
      line.mend();
      await fillIn(page, { cv: null });
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
    } finally {
      await line.close();
    }
  });
});

test.describe("slow:", () => {
  test("the progress that is shown is what the server holds, and submitting waits for it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("slow");
    await open(page, "slow", fakeSite.url + pageOf("questions"));
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    const cv = pdfOf(size(400_000, MB));
    await fillIn(page, { cv: null });
    await choose(page, cv);
    const address = fakeSite.url + ((await (await creation).headerValue("location")) ?? "");
    await submit(page);
    await expect(page.getByRole("button", { name: "Subiendo tu CV..." })).toBeVisible();
    const seen: number[] = [];
    const read = () =>
      progress(page)
        .getAttribute("value", { timeout: 500 })
        .catch(() => null);
    while ((await applied(page).count()) === 0) {
      // An application may ask no more than a thousand times an hour.
      await page.waitForTimeout(100);
      const shown = await read();
      const response = await fetch(address, {
        method: "HEAD",
        headers: { "Tus-Resumable": "1.0.0" },
      });
      const shownThen = await read();
      if (shown === null || shownThen === null || !response.ok) continue;
      const held = Number(response.headers.get("Upload-Offset"));
      seen.push(Number(shown));
      // The server held as much as was shown. Another piece may be on its way.
      expect(Number(shown)).toBeLessThanOrEqual(held);
      expect(held - Number(shownThen)).toBeLessThanOrEqual(256 * 1024 + 16 * 1024);
    }
    expect(new Set(seen).size).toBeGreaterThan(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
    expect(platform.applications[0]?.positionId).toBe(fakePositions.questions);
    await expect(applied(page)).toBeDisabled();
  });
});
