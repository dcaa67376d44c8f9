import type { Page } from "playwright/test";
import { pageOf, sha256 } from "../support/application-form";
import type { FakePlatform } from "../support/fake-platform";
import { fakePositions } from "../support/fake-platform";
import { expect, expectAwake, isAwake, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { expectFilledIn, restored } from "../support/draft-page";
import { holdScripts } from "../support/late-scripts";

const ADDRESS = pageOf("questions");

/** Makes the position's text so long that its form is three screens away from the top. */
const makeLong = (platform: FakePlatform) =>
  platform.position(fakePositions.questions, {
    description: "<p>Una tarde de taller, y luego otra.</p>".repeat(60),
  });

/** The names of our scripts that a page asks for. */
function scriptsOf(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/build\/(.+)-\w+\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) names.push(name);
  });
  return names;
}

/** Longer than a browser takes that is idle, in ms. */
const IDLE_MS = 2500;

const comeNear = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector("#application")?.getBoundingClientRect();
    scrollBy(0, (form?.top ?? 0) - 1.9 * innerHeight);
  });

test.describe("full, a reader on a phone:", () => {
  test("gets the form's scripts a screen before the form, and none of them sooner", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full");
    const scripts = scriptsOf(page);
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    await page.waitForTimeout(IDLE_MS);
    expect(scripts.sort()).toEqual(["waker", "when-wanted"]);
    expect(await isAwake(page)).toBe(false);
    await page.evaluate(() => scrollBy(0, 200));
    await page.waitForTimeout(300);
    expect(scripts).toHaveLength(2);
    await comeNear(page);
    await expect.poll(() => isAwake(page)).toBe(true);
    // What keeps drafts is in the chunk `live`: a receipt's page uses it without the form.
    expect(scripts.sort()).toEqual(["form", "live", "react", "waker", "when-wanted"]);
  });

  test("gets them at a touch, wherever the window is", async ({ browse, fakeSite, platform }) => {
    makeLong(platform);
    const page = await browse("full");
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    // A browser fills a form in without coming near it.
    await page.getByLabel("Nombre").evaluate((field: HTMLInputElement) => {
      field.value = "María José";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await expect.poll(() => isAwake(page)).toBe(true);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  });

  test("who asks for few bytes gets them at the touch alone", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full");
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const scripts = scriptsOf(page);
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    await page.locator("#application").scrollIntoViewIfNeeded();
    await page.waitForTimeout(IDLE_MS);
    expect(scripts.sort()).toEqual(["waker", "when-wanted"]);
    await page.getByLabel("Nombre").focus();
    await expect.poll(() => isAwake(page)).toBe(true);
  });

  test("who comes back finds the draft brought back before coming near it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full");
    await page.goto(fakeSite.url + ADDRESS);
    await page.getByLabel("Nombre").focus();
    await expectAwake(page);
    await fillIn(page);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
      .toContain("puertaDraft:");
    await page.evaluate(() => scrollTo(0, 0));
    await page.goto("about:blank");
    await page.goto(fakeSite.url + ADDRESS);
    await expect(restored(page)).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("who has applied is told so before coming near the form", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full");
    await page.addInitScript(
      (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid.toUpperCase()])),
      fakePositions.questions,
    );
    await page.goto(fakeSite.url + ADDRESS);
    await expect(applied(page)).toBeVisible();
  });

  test("a company's script costs no form either, which wakes beside functions that it wraps", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    platform.client({
      apply_page_js: `
        const { fetch } = window, { map } = Array.prototype;
        window.theirFetch = window.fetch = (...request) => fetch(...request);
        // Whoever wakes the form finds its own.
        Array.prototype.map = function (...given) {
          if (new Error().stack.includes("/build/react-")) document.documentElement.dataset.met = "yes";
          return map.apply(this, given);
        };
        document.documentElement.dataset.ran = "yes";
      `,
    });
    const page = await browse("full");
    const scripts = scriptsOf(page);
    await page.goto(fakeSite.url + ADDRESS);
    await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
    await page.waitForTimeout(IDLE_MS);
    expect(scripts.sort()).toEqual(["start", "waker", "when-wanted"]);
    await comeNear(page);
    await expect.poll(() => isAwake(page)).toBe(true);
    await expect(page.locator("html")).not.toHaveAttribute("data-met");
    // What the company put there is there again.
    expect(await page.evaluate("window.fetch === theirFetch")).toBe(true);
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });
});

test.describe("full, a reader who loses the connection before touching the form:", () => {
  test("fills it in, sends it, and it goes by itself when the connection is back", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    await page.context().setOffline(true);
    await fillIn(page);
    await expect(page.locator("#page-status")).toHaveText("");
    await submit(page);
    const offline = page.locator("#page-status");
    await expect(offline).toContainText("Sin conexión.");
    expect(new URL(page.url()).pathname).toBe(ADDRESS);
    // Impatience changes nothing, and what is mended meanwhile is what is sent.
    await page.getByRole("button", { name: "Esperando conexión..." }).click();
    await page.getByLabel("Nombre").fill("Ana");
    await page.context().setOffline(false);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.field("first_name")).toBe("Ana");
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("finds the form awake with what was typed when the connection is back", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    await page.context().setOffline(true);
    await comeNear(page);
    await expect(page.locator("#page-status")).toContainText("Sin conexión.");
    await page.getByLabel("Nombre").pressSequentially("Ana");
    await expect(page.locator("#page-status")).toHaveText("");
    await page.context().setOffline(false);
    await expect.poll(() => isAwake(page)).toBe(true);
    await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
    await expect(page.getByLabel("Nombre")).toBeFocused();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
      .toContain("puertaDraft:");
  });
});

test.describe("full, without a connection, a form that is held", () => {
  for (const [where, js] of [
    ["where a company has a script", "document.documentElement.dataset.ran = 'yes'"],
    ["whose scripts were coming when it broke", undefined],
  ] as const) {
    test(`goes when it is back, ${where}`, async ({ browse, fakeSite, platform }) => {
      makeLong(platform);
      platform.client({ apply_page_js: js });
      const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
      const letGo = await holdScripts(page, /\/build\/(form|react)-/);
      await page.goto(fakeSite.url + ADDRESS);
      await page.getByLabel("Nombre").focus();
      await fillIn(page);
      await page.context().setOffline(true);
      await submit(page);
      await expect(page.locator("#page-status")).toContainText("Sin conexión.");
      letGo();
      await page.waitForTimeout(500);
      expect(platform.attempts()).toEqual([]);
      await page.context().setOffline(false);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  }

  test("waits until the site answers, whatever the browser says of its connection", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    await page.context().setOffline(true);
    await fillIn(page);
    await submit(page);
    let isAway = true;
    await page.route("**", (route) => (isAway ? route.abort() : route.continue()));
    await page.context().setOffline(false);
    await page.waitForTimeout(1000);
    expect(new URL(page.url()).pathname).toBe(ADDRESS);
    isAway = false;
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });

  test("is a draft when its page is left, and comes back", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    makeLong(platform);
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
    await page.context().setOffline(true);
    await fillIn(page);
    await page.goto("about:blank");
    await page.context().setOffline(false);
    await page.goto(fakeSite.url + ADDRESS);
    await expect(restored(page)).toBeAttached();
    await expectFilledIn(page);
  });
});

test("full: a form that is held and whose scripts fail goes as the plain form", async ({
  browse,
  fakeSite,
  platform,
}) => {
  makeLong(platform);
  const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
  await page.route(/\/build\/form-/, (route) => route.abort());
  await page.goto(fakeSite.url + ADDRESS, { waitUntil: "networkidle" });
  await page.context().setOffline(true);
  await fillIn(page);
  await submit(page);
  await expect(page.locator("#page-status")).toContainText("Sin conexión.");
  await page.context().setOffline(false);
  await page.waitForURL(/receipt=/);
  expect(platform.applications).toHaveLength(1);
});

test("slow: what is typed while the form's scripts come stays, and is sent", async ({
  browse,
  fakeSite,
  platform,
}) => {
  makeLong(platform);
  const page = await browse("full");
  const letGo = await holdScripts(page, /\/build\/(form|react)-/);
  await page.goto(fakeSite.url + ADDRESS);
  await page.getByLabel("Nombre").focus();
  await fillIn(page);
  letGo();
  await expectAwake(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
});

test("partial: without the script that waits for the form, the plain form is sent", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
  await page.route(/\/build\/when-wanted-/, (route) => route.abort());
  await open(page, "plain", fakeSite.url + ADDRESS);
  await fillIn(page);
  await submit(page);
  await page.waitForURL(/receipt=/);
  expect(platform.applications).toHaveLength(1);
});
