import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { expectFilledIn, restoredNotice } from "../support/draft-page";
import { careerSite } from "../support/career-site-page";
import { expect, expectHydrated, isHydrated, test as base } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";
import { apply, expectArrived, lengthenPage, recordScripts } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";

const ADDRESS = positionPath("questions");
const LOST = /net::ERR_|Failed to fetch/;

/** Provides the URL of a position with its form far below the first screen. */
const test = base.extend<{ address: string }>({
  address: async ({ fakeSite, platform }, use) => {
    lengthenPage(platform);
    await use(fakeSite.url + ADDRESS);
  },
});

const openAndLoad = (page: Page, address: string) =>
  page.goto(address, { waitUntil: "networkidle" });

const status = (page: Page) => page.locator("#page-status");
const goOffline = (page: Page) => page.context().setOffline(true);
const goOnline = (page: Page) => page.context().setOffline(false);

type Browse = (way: "full", options: { expectErrors: RegExp }) => Promise<Page>;

async function openOffline(browse: Browse, address: string): Promise<Page> {
  const page = await browse("full", { expectErrors: LOST });
  await openAndLoad(page, address);
  await goOffline(page);
  return page;
}

/** Waits until idle callbacks have run, which takes at most two seconds. */
const waitUntilIdle = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2])
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  });

const scrollNearForm = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector("#application")?.getBoundingClientRect();
    scrollBy(0, (form?.top ?? 0) - 1.9 * innerHeight);
  });

const expectDraftStored = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .toContain("puertaDraft:");

test("full: loads two scripts at first, and the form's script when the form is one screen away", async ({
  address,
  browse,
  fakeSite,
  platform,
}) => {
  platform.client({ apply_page_js: 'document.documentElement.dataset.ran = ""' });
  const page = await browse("full");
  const scripts = recordScripts(page);
  const read = async (url: string) => {
    scripts.length = 0;
    await openAndLoad(page, url);
    await expect(page.locator("html[data-ran]")).toBeAttached();
    await waitUntilIdle(page);
    await page.evaluate(() => scrollBy(0, 200));
    await waitUntilIdle(page);
    return scripts.sort();
  };
  expect(await read(fakeSite.url + careerSite)).toEqual(["entry", "start"]);
  expect(await read(address)).toEqual(["entry", "on-demand"]);
  expect(await isHydrated(page)).toBe(false);
  await scrollNearForm(page);
  await expect.poll(() => isHydrated(page)).toBe(true);
  expect(scripts.sort()).toEqual(["entry", "hydrate", "on-demand"]);
});

test("full: loads the form's scripts on input, at any scroll position", async ({
  address,
  browse,
}) => {
  const page = await browse("full");
  await openAndLoad(page, address);
  // Simulate autofill, which doesn't scroll to the form.
  await page.getByLabel("Nombre").evaluate((field: HTMLInputElement) => {
    field.value = "María José";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
});

test("full: loads the form's scripts only on interaction when data saving is on @long", async ({
  address,
  browse,
}) => {
  const page = await browse("full");
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const scripts = recordScripts(page);
  await openAndLoad(page, address);
  await page.locator("#application").scrollIntoViewIfNeeded();
  await waitUntilIdle(page);
  await page.waitForLoadState("networkidle");
  expect(scripts.sort()).toEqual(["entry", "on-demand"]);
  await page.getByLabel("Nombre").focus();
  await expect.poll(() => isHydrated(page)).toBe(true);
});

test("full: restores a draft before the candidate scrolls near the form @long", async ({
  address,
  browse,
}) => {
  const page = await browse("full");
  await page.goto(address);
  await page.getByLabel("Nombre").focus();
  await expectHydrated(page);
  await fillIn(page);
  await expectDraftStored(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.goto("about:blank");
  await page.goto(address);
  await expect(restoredNotice(page)).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("full: loads the form's scripts near the form despite a company's script, and runs them with the browser's functions @long", async ({
  address,
  browse,
  platform,
}) => {
  platform.client({
    apply_page_js: `
      const { fetch } = window, { map } = Array.prototype;
      window.theirFetch = window.fetch = (...request) => fetch(...request);
      // The form's scripts must call the browser's original function.
      Array.prototype.map = function (...args) {
        if (new Error().stack.includes("/hydrate.js")) document.documentElement.dataset.intercepted = "yes";
        return map.apply(this, args);
      };
      document.documentElement.dataset.ran = "yes";
    `,
  });
  const page = await browse("full");
  await openAndLoad(page, address);
  await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
  await waitUntilIdle(page);
  expect(await isHydrated(page)).toBe(false);
  await scrollNearForm(page);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(page.locator("html")).not.toHaveAttribute("data-intercepted");
  // The company's function is restored.
  expect(await page.evaluate("window.fetch === theirFetch")).toBe(true);
  await fillIn(page);
  await apply(page);
  expectArrived(platform);
});

test("full: sends a form that was submitted offline before its scripts loaded, once the connection returns @long", async ({
  address,
  browse,
  platform,
}) => {
  const page = await openOffline(browse, address);
  await fillIn(page);
  await expect(status(page)).toHaveText("");
  await submit(page);
  await expect(status(page)).toContainText("Estás sin conexión, pero puedes seguir.");
  expect(new URL(page.url()).pathname).toBe(ADDRESS);
  // A second click has no effect. The form is sent with the later correction.
  await page.getByRole("button", { name: "Esperando conexión..." }).click();
  await page.getByLabel("Nombre").fill("Ana");
  await goOnline(page);
  await expect(appliedMessage(page)).toBeVisible();
  expectArrived(platform);
  expect(platform.applications[0]?.field("first_name")).toBe("Ana");
});

test("full: hydrates a form with its entered values when the connection returns @long", async ({
  address,
  browse,
}) => {
  const page = await openOffline(browse, address);
  await scrollNearForm(page);
  await expect(status(page)).toContainText("Estás sin conexión, pero puedes seguir.");
  await page.getByLabel("Nombre").pressSequentially("Ana");
  await expect(status(page)).toHaveText("");
  await goOnline(page);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
  await expect(page.getByLabel("Nombre")).toBeFocused();
  await expectDraftStored(page);
});

for (const [when, js] of [
  ["even if a company's script rewrites the button", "window.theirs = true"],
  ["even if the connection was lost while the form's scripts loaded", undefined],
] as const) {
  test(`full: sends a waiting form when the connection returns, ${when} @long`, async ({
    address,
    browse,
    platform,
  }) => {
    platform.client({ apply_page_js: js });
    const page = await browse("full", { expectErrors: LOST });
    const release = await delayScripts(page, /\/hydrate\.js/);
    await page.goto(address);
    await page.getByLabel("Nombre").focus();
    await fillIn(page);
    const button = page.locator(".button-submit");
    if (js !== undefined) {
      await page.waitForFunction("window.theirs");
      await button.evaluate((element) => (element.textContent = "¡Apúntate!"));
    }
    await goOffline(page);
    await button.click();
    await expect(button).toHaveText("Esperando conexión...");
    await expect(status(page)).toContainText("Estás sin conexión, pero puedes seguir.");
    release();
    await waitUntilIdle(page);
    expect(platform.attempts()).toEqual([]);
    await goOnline(page);
    await expect(appliedMessage(page)).toBeVisible();
    expectArrived(platform);
  });
}

test("full: doesn't send a waiting form before the site responds, even if the browser reports a connection @long", async ({
  address,
  browse,
  platform,
}) => {
  const page = await openOffline(browse, address);
  await fillIn(page);
  await submit(page);
  let isUnreachable = true;
  let failed = 0;
  await page.route("**", (route) => {
    if (!isUnreachable) return route.continue();
    failed += 1;
    return route.abort();
  });
  await goOnline(page);
  await expect.poll(() => failed).toBeGreaterThanOrEqual(1);
  expect(new URL(page.url()).pathname).toBe(ADDRESS);
  expect(platform.attempts()).toEqual([]);
  isUnreachable = false;
  await expect(appliedMessage(page)).toBeVisible();
  expectArrived(platform);
});

test("full: stores a waiting form as a draft when the page unloads, and restores the draft @long", async ({
  address,
  browse,
}) => {
  const page = await openOffline(browse, address);
  await fillIn(page);
  await page.goto("about:blank");
  await goOnline(page);
  await page.goto(address);
  await expect(restoredNotice(page)).toBeAttached();
  await expectFilledIn(page);
});

test("full: sends a waiting form as the plain form if its scripts fail to load", async ({
  address,
  browse,
  platform,
}) => {
  const page = await browse("full", { expectErrors: LOST });
  await page.route(/\/hydrate\.js/, (route) => route.abort());
  await openAndLoad(page, address);
  await goOffline(page);
  await fillIn(page);
  await submit(page);
  await expect(status(page)).toContainText("Estás sin conexión, pero puedes seguir.");
  await goOnline(page);
  await page.waitForURL(/receipt=/);
  expectArrived(platform);
});
