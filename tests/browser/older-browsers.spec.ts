import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { addStates, findLowContrast } from "../support/contrast";
import { expect, open, test } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";

/** Makes the check for colour functions in the page's CSS fail, as in an older browser. */
async function disableColourFunctions(page: Page) {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(
      /@supports (not )?\(color: ?light-dark/g,
      "@supports $1(color:unknown",
    );
    expect(body.match(/\(color:unknown/g)).toHaveLength(2);
    return route.fulfill({ response, body });
  });
}

test("full: keeps brand colours readable without colour functions @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full", { colorScheme: "dark" });
  await disableColourFunctions(page);
  const brands = readdirSync("platform/seed");
  const accents = new Set<string>();
  for (const brand of brands) {
    const css = readFileSync(`platform/seed/${brand}/brand.css`, "utf8");
    platform.client({ apply_page_css: css });
    await open(page, "full", fakeSite.url + positionPath("questions"));
    const { scheme, accent, button } = await page.evaluate(() => {
      const root = getComputedStyle(document.documentElement);
      const submit = document.querySelector(".button-submit");
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "var(--accent)";
      return {
        scheme: root.colorScheme,
        accent: getComputedStyle(probe).color,
        button: submit && getComputedStyle(submit).backgroundColor,
      };
    });
    expect([brand, scheme, button]).toEqual([brand, "light", accent]);
    accents.add(accent);
    await addStates(page);
    expect([brand, await findLowContrast(page, [{}])]).toEqual([brand, []]);
  }
  expect(accents.size).toBe(brands.length);
});

test("full: sends the plain form in an older browser", async ({ browse, fakeSite, platform }) => {
  const page = await browse("full");
  await page.addInitScript(() => {
    // Chrome before 97, Firefox before 104 and Safari before 15.4 lack `findLast`.
    Reflect.deleteProperty(Array.prototype, "findLast");
  });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(fakeSite.url + positionPath("questions"));
  await fillIn(page);
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
  // The HTML of the form and the receipt loads these scripts. In an older browser, the entry loads no others.
  const names = scripts.map((path) => /\/build\/\w+\/(.+)\.js$/.exec(path)?.[1]);
  expect([...new Set(names)].sort()).toEqual(["entry", "on-demand"]);
});

test("plain: hides the form in print, and prints the receipt, even without :has() @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("plain");
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const body = (await response.text()).replaceAll(":has(", ":unknown(");
    return route.fulfill({ response, body });
  });
  await page.goto(fakeSite.url + positionPath("questions"));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".application-form")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await fillIn(page);
  await submit(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".receipt")).toBeVisible();
});
