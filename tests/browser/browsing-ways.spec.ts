import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { positionWithFields } from "../support/fields";
import { expect, hasScripts, open, test, type Way } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit } from "../support/form-page";

// docs/conformance.md relies on these two tests. If two ways of browsing show the same page, a test in one
// way also covers the other. The compared markup doesn't contain entered values.

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

const ADDRESSES = [
  careerSite,
  `${careerSite}?q=nobody`,
  `${positionPath("questions")}?lang=en`,
  positionPath("listQuestions"),
  positionPath("closed"),
  "/404",
];

const ERROR_STATUS = /status of [45]\d\d/;

/** Returns the page's markup without varying parts, such as ids and times. */
async function markup(page: Page, way: Way): Promise<string> {
  await page.waitForLoadState(hasScripts(way) ? "networkidle" : "load");
  const html = await page.content();
  return (
    html
      .replaceAll(/\b[0-9a-f]{64}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "(an id)")
      .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g, "(a number)")
      .replaceAll(/(?<=name="held_cv" value="|"upload":)\d+/g, "(a number)")
      .replaceAll(/(?<=datetime=")[^"]*Z|\d\d?:\d\d(?= UTC)|(?<=UTC",)\d+/g, "(a time)")
      // Only fast connections prefetch the next page.
      .replaceAll(/<script type="speculationrules".*?<\/script>/g, "")
      // A browser with scripts parses the content of `<noscript>` as text.
      .replaceAll(/<noscript>.*?<\/noscript>/g, "")
      .replaceAll(/ nonce="[^"]*"/g, "")
      .replaceAll("><", ">\n<")
  );
}

/** Positions that aren't cached yet, and the platform's error status for each. */
const FAILURES = { "never-loaded": 500 };

test("partial: renders the same pages with a blocked bundle as without scripts", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const brand = { logo: "/brands/alfar-albufera/logo.svg", apply_page_css: "h1 { color: teal }" };
  const collectPages = async (way: "plain" | "partial") => {
    const pages: string[] = [];
    platform.reset();
    platform.client({ ...brand, is_cv_required: true });
    platform.position(fakePositions.listQuestions, positionWithFields());
    const page = await browse(way, { expectErrors: ERROR_STATUS });
    const record = async () => pages.push(await markup(page, way));
    const visit = async (address: string) => {
      await page.goto(fakeSite.url + address);
      await record();
    };
    for (const address of ADDRESSES) await visit(address);
    for (const [position, status] of Object.entries(FAILURES)) {
      platform.on("position").answer({ status });
      await visit(`/${fakeClientCode}/a-position/${position}-${way}`);
    }
    platform.on("position").reset();

    // Send a form with errors, a form that the platform refuses, a valid form and a repeated application.
    await page.goto(fakeSite.url + positionPath("questions"));
    await fillIn(page, { cv: CV, phone: "12" });
    await submit(page);
    await expect(page.locator("#answer")).toBeVisible();
    await record();
    platform.on("apply").once.answer({ status: 400, body: { detail: "We are not hiring today." } });
    await page.locator("#phone").fill("612 34 56 78");
    await submit(page);
    await expect(page.locator("#answer")).toContainText("We are not hiring today.");
    await record();
    await submit(page);
    await expect(page).toHaveURL(/receipt=/);
    await record();
    platform.on("apply").once.answer({ status: 409 });
    await page.goto(fakeSite.url + positionPath("plain"));
    await fillIn(page);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    await record();
    return pages;
  };
  expect(await collectPages("partial")).toEqual(await collectPages("plain"));
});

test("slow: renders the same pages as over a fast connection @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.position(fakePositions.listQuestions, positionWithFields());
  const collectPages = async (way: Way) => {
    const page = await browse(way, { expectErrors: ERROR_STATUS });
    const pages: string[] = [];
    for (const address of [careerSite, positionPath("questions"), positionPath("listQuestions")]) {
      await open(page, way, fakeSite.url + address);
      pages.push(await markup(page, way));
    }
    return pages;
  };
  expect(await collectPages("slow")).toEqual(await collectPages("full"));
});
