import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { startLine } from "../support/line";
import { expectFilledIn, kept, uploaded } from "../support/draft-page";

const MB = 1024 ** 2;

test.describe("full:", () => {
  test("two tabs share one draft, and what both send is one application", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await fillIn(other);
    await expect(uploaded(other)).toBeVisible();
    // The second tab may learn that the first has sent the form before it sends its own.
    const send = (tab: Page) =>
      tab.evaluate(() =>
        document.querySelector<HTMLFormElement>("form#application")?.requestSubmit(),
      );
    await Promise.all([send(page), send(other)]);
    await expect(applied(page)).toBeVisible();
    await expect(applied(other)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });

  test("a tab shows what was changed in another, and is cleared with it", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    await expectFilledIn(other);
    await expect(other.locator(".cv-held")).toContainText("cv.pdf");
    await other.getByLabel("Nombre").fill("Ana");
    await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
    await other.getByRole("button", { name: "Borrarlo todo" }).click();
    await expect(other.getByLabel("Nombre")).toBeFocused();
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await expect(page.locator("#privacy_policy")).not.toBeChecked();
    await expect(page.locator(".cv-choice")).toHaveCount(0);
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a tab that has entered nothing takes nothing away from the others", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    // This stands for a browser that does not tell a tab what another one has stored.
    await page.context().addInitScript(() => {
      addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    const before = await kept(page);
    await other.locator("textarea").fill("x");
    await expect(other.getByLabel("Nombre")).toHaveValue("María José");
    await other.locator("textarea").fill("");
    await other.reload();
    await expect(other.getByLabel("Nombre")).toHaveValue("María José");
    await expect(other.locator(".cv-held")).toContainText("cv.pdf");
    expect(await kept(page)).toEqual(before);
  });

  test("two tabs with the same file send it up once", async ({ browse, fakeSite, platform }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page, { cv: null });
      const cv = pdfOf(8 * MB);
      const before = line.counts().sent;
      line.cutAfter(MB);
      await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
      await expect.poll(async () => (await kept(page)).files).toBe(1);
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      line.mend();
      const other = await page.context().newPage();
      await other.goto(line.url + pageOf("questions"));
      await expect(uploaded(page)).toBeVisible();
      await expect(uploaded(other).or(other.locator(".cv-held"))).toBeVisible();
      expect(line.counts().sent - before).toBeLessThan(cv.byteLength + 2 * MB);
      await submit(other);
      await expect(applied(other)).toBeVisible();
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
    } finally {
      await line.close();
    }
  });

  test("a tab says so when another one has sent the draft", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    await expect(applied(other)).toBeVisible();
  });
});
