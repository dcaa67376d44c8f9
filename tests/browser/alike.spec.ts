import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, open, test, type Way } from "../support/fixtures";
import { CV, fillIn, submit } from "../support/form-page";
import { steady } from "../support/steady";

// docs/conformance.md relies on these two: what is proved in one of two ways that are alike, and
// does not hang on what tells them apart, is proved in both.

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

const ADDRESSES = [
  careerSite,
  `${careerSite}?q=taller`,
  `${careerSite}?q=nobody`,
  `${careerSite}/privacy`,
  pageOf("plain"),
  `${pageOf("questions")}?lang=en`,
  `${pageOf("plain")}/privacy`,
  pageOf("closed"),
  "/404",
  "/error",
];

const ERROR_STATUS = /status of [45]\d\d/;

/** The whole page, but for what no two answers have in common: an element a line. */
async function markup(page: Page): Promise<string> {
  await page.waitForLoadState("networkidle");
  await steady(page);
  const html = await page.content();
  return (
    html
      .replaceAll(/\b[0-9a-f]{64}\b|[\w-]{36}/g, "(an id)")
      .replaceAll(/(?<=name="held_cv" value="|"upload":)\d+/g, "(a number)")
      .replaceAll(/\d\d:\d\d(?= UTC)/g, "(a time)")
      // On a good line the next page is fetched ahead: it is no part of what this one shows.
      .replaceAll(/<script type="speculationrules".*?<\/script>/g, "")
      .replaceAll(/ nonce="[^"]*"/g, "")
      .replaceAll("><", ">\n<")
  );
}

test("partial: where no script of ours comes, every page is the one without scripts", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const brand = { logo: "/brands/alfar-albufera/logo.svg", apply_page_css: "h1 { color: teal }" };
  const pages: Record<string, string[]> = { plain: [], partial: [] };
  for (const way of ["plain", "partial"] as const) {
    platform.reset();
    platform.client({ ...brand, is_cv_required: true });
    const page = await browse(way, { expectErrors: ERROR_STATUS });
    for (const address of ADDRESSES) {
      await page.goto(fakeSite.url + address, { waitUntil: "networkidle" });
      pages[way]?.push(await markup(page));
    }
    // A form that is not right, and one that is.
    await page.goto(fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: CV, phone: "12" });
    await submit(page);
    await expect(page.locator("#answer")).toBeVisible();
    pages[way]?.push(await markup(page));
    await page.locator("#phone").fill("612 34 56 78");
    await submit(page);
    await expect(page).toHaveURL(/receipt=/);
    pages[way]?.push(await markup(page));
  }
  expect(pages.partial).toEqual(pages.plain);
});

test("slow: once it is there, a page is the one that a quick line brings", async ({
  browse,
  fakeSite,
}) => {
  const seen = async (way: Way) => {
    const page = await browse(way, { expectErrors: ERROR_STATUS });
    const pages: string[] = [];
    for (const address of [careerSite, pageOf("plain"), pageOf("questions")]) {
      await open(page, way, fakeSite.url + address);
      pages.push(await markup(page));
    }
    return pages;
  };
  expect(await seen("slow")).toEqual(await seen("full"));
});
