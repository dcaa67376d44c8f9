import type { BrowserContext, BrowserContextOptions, Page } from "playwright/test";
import { recordEntered } from "./private-log";
import { isLong } from "./size";
import { expect, test as base } from "./test-sites";

/**
 * The ways of browsing. _full_: everything loads. _plain_: scripts are disabled. _partial_: the site's
 * bundle doesn't load. _slow_: everything loads slowly.
 */
export const WAYS = ["full", "plain", "partial", "slow"] as const;
export type Way = (typeof WAYS)[number];

/**
 * The ways of browsing with distinct pages: _partial_ looks like _plain_, and _slow_ like _full_
 * (browsing-ways.spec.ts).
 */
export const DISTINCT_WAYS = ["full", "plain"] as const satisfies readonly Way[];

/** Whether the site's bundle loads in this way of browsing. */
export const hasScripts = (way: Way) => way === "full" || way === "slow";

/**
 * Ends the title of a test that only `npm run test:long` runs if the condition holds, because a similar test runs
 * more often.
 */
export const longIf = (condition: boolean) => (condition ? " @long" : "");

interface World {
  /** Opens a page, by default of a phone's size. Unexpected errors in the page fail the test. */
  browse: (way: Way, options?: BrowserContextOptions & { expectErrors?: RegExp }) => Promise<Page>;
  freshPlatform: undefined;
}

const PHONE = { width: 390, height: 844 };

/** Matches Chromium's messages for the statuses 409, 415 and 422, which tests provoke. */
const ANSWERED_WITH_ERROR =
  /^Failed to load resource: the server responded with a status of 4(15|22|09)/;
const BUNDLE_BLOCKED = "Failed to load resource: net::ERR_FAILED";
/**
 * Matches Chromium's error for a skipped view transition. The site's scripts can't catch the error, because
 * base.css starts the transitions.
 */
const TRANSITION_SKIPPED = /^Transition was (aborted|skipped)/;

export const test = base.extend<World>({
  freshPlatform: [
    async ({ platform }, use) => {
      platform.beginTest();
      await use(undefined);
    },
    { auto: true },
  ],
  browse: async ({ browser, platform }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async (way, { expectErrors, ...options } = {}) => {
      const context = await browser.newContext({
        viewport: PHONE,
        locale: "es-ES",
        javaScriptEnabled: way !== "plain",
        ...options,
      });
      contexts.push(context);
      context.on("request", (request) => recordEntered(request, platform));
      if (way === "partial") await context.route("**/build/**", (route) => route.abort());
      const page = await context.newPage();
      if (way === "slow") await slowDown(page);
      page.on("pageerror", (error) => {
        if (TRANSITION_SKIPPED.test(error.message)) return;
        if (!expectErrors?.test(error.message)) errors.push(`${error.name}: ${error.message}`);
      });
      page.on("console", (message) => {
        const text = message.text();
        if (text.includes("Permissions-Policy header")) errors.push(text);
        if (message.type() !== "error" || ANSWERED_WITH_ERROR.test(text)) return;
        if (way === "partial" && text.startsWith(BUNDLE_BLOCKED)) return;
        if (!expectErrors?.test(text)) errors.push(text);
      });
      return page;
    });
    for (const context of contexts) await context.close();
    expect(errors, "errors in the page").toEqual([]);
  },
});

/** Limits the page to 400 kbit/s and 400 ms of latency. In `npm run test:long`, also to a quarter of the CPU's speed. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  const throughput = 400_000 / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  // Chromium slows a page down by using the CPU itself, which takes 10 s in a journey.
  if (isLong) await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Polls every 50 ms. By default, Playwright slows down to one poll a second. */
const POLL_OFTEN = { intervals: [50] };

/** Opens a page. With scripts, waits until the page's form, if any, is hydrated or replaced. */
export async function open(page: Page, way: Way, url: string) {
  const response = await page.goto(url);
  if (hasScripts(way) && (await page.locator("form#application").count()) > 0) {
    // Scripts replace the form if the candidate has applied before.
    const isApplied = async () => (await page.locator("section.applied").count()) > 0;
    await expect
      .poll(async () => (await isApplied()) || isHydratedNearby(page), POLL_OFTEN)
      .toBe(true);
  }
  return response;
}

/** Calls `evaluate`, and retries if the page navigates during the call. */
export async function retryAfterNavigation<T>(evaluate: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await evaluate();
    } catch (error) {
      if (!String(error).includes("Execution context was destroyed")) throw error;
    }
  }
}

/** Whether React has hydrated the form. A receipt, which has the same id as the form, doesn't count. */
export const isHydrated = (page: Page) =>
  retryAfterNavigation(() =>
    page.evaluate(() => {
      const form = document.querySelector("form#application");
      return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
    }),
  );

/** Scrolls to a form far below and back, so that the form's scripts load. */
const scrollNearForm = (page: Page) =>
  retryAfterNavigation(async () => {
    await page.waitForLoadState("domcontentloaded");
    await page.evaluate(async () => {
      const [form, frame] = [document.querySelector("[data-island]"), requestAnimationFrame];
      if (!form || form.getBoundingClientRect().top < 2 * innerHeight) return;
      const { scrollX, scrollY } = window;
      form.scrollIntoView({ behavior: "instant" });
      await new Promise((resolve) => frame(() => frame(resolve)));
      scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    });
  });

/**
 * Waits until the form is hydrated. If the previous page also has a form, first wait for an element of
 * the new page.
 */
export async function expectHydrated(page: Page) {
  await expect.poll(() => isHydratedNearby(page), POLL_OFTEN).toBe(true);
}

/** Whether the form is hydrated. Scrolls to a form that isn't hydrated yet. */
async function isHydratedNearby(page: Page): Promise<boolean> {
  if (await isHydrated(page)) return true;
  await scrollNearForm(page);
  return isHydrated(page);
}

export { expect };
