import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { addStates, contrastFaults } from "../support/contrast";
import { expect, open, test } from "../support/fixtures";

/**
 * Replaces the page's test for colour functions by one that always fails, as in an older browser.
 */
async function knowNoNewColours(page: Page) {
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

for (const brand of readdirSync("platform/seed")) {
  test(`full: a browser that can't work colours out shows those of ${brand}, light, and readable`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const css = readFileSync(`platform/seed/${brand}/brand.css`, "utf8");
    platform.client({ apply_page_css: css });
    const page = await browse("full", { colorScheme: "dark" });
    await knowNoNewColours(page);
    await open(page, "full", fakeSite.url + pageOf("questions"));
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
    expect(scheme).toBe("light");
    expect(button).toBe(accent);
    await addStates(page);
    expect(await contrastFaults(page, [{}])).toEqual([]);
  });
}
