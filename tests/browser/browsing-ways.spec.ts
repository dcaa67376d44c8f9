import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { positionWithFields } from "../support/fields";
import { expect, hasScripts, open, test, type Way } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit } from "../support/form-page";

// docs/conformance.md relies on these two tests: where two ways of browsing show the same page,
// a test in one of them counts for the other. They compare markup, which has nothing that was
// typed or chosen: without our scripts, the browser keeps that in its fields.

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

const ADDRESSES = [
  careerSite,
  `${careerSite}?q=taller`,
  `${careerSite}?q=nobody`,
  `${careerSite}/privacy`,
  positionPath("plain"),
  `${positionPath("questions")}?lang=en`,
  positionPath("listQuestions"),
  `${positionPath("plain")}/privacy`,
  positionPath("closed"),
  "/404",
  "/error",
];

const ERROR_STATUS = /status of [45]\d\d/;

/** The whole page, one element a line, without ids, numbers and times. */
async function markup(page: Page, way: Way): Promise<string> {
  await page.waitForLoadState(hasScripts(way) ? "networkidle" : "load");
  const html = await page.content();
  return (
    html
      .replaceAll(/\b[0-9a-f]{64}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "(an id)")
      .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g, "(a number)")
      .replaceAll(/(?<=name="held_cv" value="|"upload":)\d+/g, "(a number)")
      .replaceAll(/(?<=datetime=")[^"]*Z|\d\d?:\d\d(?= UTC)|(?<=UTC",)\d+/g, "(a time)")
      // On a fast line the next page is prefetched.
      .replaceAll(/<script type="speculationrules".*?<\/script>/g, "")
      // Where scripts run it is text, not elements.
      .replaceAll(/<noscript>.*?<\/noscript>/g, "")
      .replaceAll(/ nonce="[^"]*"/g, "")
      .replaceAll("><", ">\n<")
  );
}

/** Positions that were never read, and the status with which the platform fails for each. */
const TROUBLES = { "never-there": 404, "never-loaded": 500, "never-open": 503 };

test("partial: where our bundle is blocked, every page is the one without scripts", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const brand = { logo: "/brands/alfar-albufera/logo.svg", apply_page_css: "h1 { color: teal }" };
  const seen = async (way: "plain" | "partial") => {
    const pages: string[] = [];
    platform.reset();
    platform.client({ ...brand, is_cv_required: true });
    platform.position(fakePositions.listQuestions, positionWithFields());
    const page = await browse(way, { expectErrors: ERROR_STATUS });
    const look = async () => pages.push(await markup(page, way));
    const see = async (address: string) => {
      await page.goto(fakeSite.url + address);
      await look();
    };
    for (const address of ADDRESSES) await see(address);
    for (const [position, status] of Object.entries(TROUBLES)) {
      platform.on("position").answer({ status });
      await see(`/${fakeClientCode}/a-position/${position}-${way}`);
    }
    platform.on("position").reset();

    // A form with mistakes, then refused by the platform, then accepted; and a repeated one.
    await page.goto(fakeSite.url + positionPath("questions"));
    await fillIn(page, { cv: CV, phone: "12" });
    await submit(page);
    await expect(page.locator("#answer")).toBeVisible();
    await look();
    platform.on("apply").once.answer({ status: 400, body: { detail: "Today we take nobody." } });
    await page.locator("#phone").fill("612 34 56 78");
    await submit(page);
    await expect(page.locator("#answer")).toContainText("Today we take nobody.");
    await look();
    await submit(page);
    await expect(page).toHaveURL(/receipt=/);
    await look();
    platform.on("apply").once.answer({ status: 409 });
    await page.goto(fakeSite.url + positionPath("plain"));
    await fillIn(page);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    await look();
    return pages;
  };
  expect(await seen("partial")).toEqual(await seen("plain"));
});

test("slow: once it is there, a page is the one that a quick line brings", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.position(fakePositions.listQuestions, positionWithFields());
  const seen = async (way: Way) => {
    const page = await browse(way, { expectErrors: ERROR_STATUS });
    const pages: string[] = [];
    for (const address of [
      careerSite,
      positionPath("plain"),
      positionPath("questions"),
      positionPath("listQuestions"),
    ]) {
      await open(page, way, fakeSite.url + address);
      // Counters come with a script of their own.
      for (const text of await page.locator("textarea[data-count]").all()) {
        await expect(text.locator("+ .hint")).toBeAttached();
      }
      pages.push(await markup(page, way));
    }
    return pages;
  };
  expect(await seen("slow")).toEqual(await seen("full"));
});
