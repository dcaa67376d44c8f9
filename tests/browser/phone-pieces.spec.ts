import type { Page, Route } from "playwright/test";
import { pageOf } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";
import { holdScripts } from "../support/late-scripts";
import { noteTimersNow, timerSet } from "../support/page-timers";
import { country, enter, list, marked, openPhone, phone } from "../support/phone-page";

// When a piece is asked for: app/application/phone/numbering.test.ts.

const PIECES = /\/numbering\/\w+\/(\d+)\.json$/;
const pieceOf = (dialCode: string) => new RegExp(`/numbering/\\w+/${dialCode}\\.json$`);

/** The calling codes whose pieces a page asks for, as it asks for them. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, dialCode] = PIECES.exec(request.url()) ?? [];
    if (dialCode !== undefined) asked.push(dialCode);
  });
  return asked;
}

test("typing does not wait for a piece", async ({ browse, fakeSite }) => {
  const page = await browse("full");
  await page.clock.install();
  const asked = askedBy(page);
  const letGo = await holdScripts(page, pieceOf("1"));
  const letBritishGo = await holdScripts(page, pieceOf("44"));
  await openPhone(page, fakeSite.url);
  expect(asked).toEqual(["34"]);
  await phone(page).selectText();
  await page.keyboard.type("+1 416 555 0123");
  await expect(phone(page)).toHaveValue("+1 4165550123");
  await expect(country(page)).toHaveAccessibleName("País: Estados Unidos +1");
  expect(await phone(page).evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowLeft");
  expect(await marked(page)).toBe("+1 416555|0123");
  letGo();
  await expect.poll(() => marked(page)).toBe("+1 416 555| 0123");
  await expect(country(page)).toHaveAccessibleName("País: Canadá +1");
  // What follows a key within 200 ms is one step with it.
  await page.clock.runFor(300);
  await page.keyboard.press("Backspace");
  expect(await marked(page)).toBe("+1 416 55|0 123");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(phone(page)).toHaveValue("+1 416 555 0123");
  await expect(country(page)).toHaveAccessibleName("País: Canadá +1");

  // A pasted text is read again when its piece arrives.
  await phone(page).selectText();
  await page.keyboard.insertText("tel:+44 (0)7400 123456 ext. 12");
  await expect(phone(page)).toHaveValue("+44 0740012345612");
  letBritishGo();
  await expect(phone(page)).toHaveValue("+44 7400 123456");
  await expect(page.getByRole("status").filter({ hasText: "12" })).toBeVisible();
  expect(asked).toEqual(["34", "1", "44"]);
});

/** How a piece can fail: with each dial code in another way. */
const FAILURES: [dialCode: string, name: string, fail: (route: Route) => Promise<void>][] = [
  ["44", "Reino Unido", (route) => route.abort()],
  ["351", "Portugal", (route) => route.fulfill({ status: 404, body: "<p>Not found</p>" })],
  ["33", "Francia", (route) => route.fulfill({ json: { GB: ["34"], ES: [], US: null } })],
  ["39", "Italia", () => new Promise(() => undefined)],
];

const PIECE_FAILS = /net::ERR_FAILED|status of 404/;

test("without the position's piece the plain field works", async ({
  browse,
  fakeSite,
  platform,
}) => {
  for (const [, , fail] of FAILURES) {
    const page = await browse("full", { expectErrors: PIECE_FAILS });
    const asked = page.waitForRequest(pieceOf("34"));
    await page.route(pieceOf("34"), fail);
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { phone: "(612) 345-678" });
    await asked;
    await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
    await expect(country(page)).toHaveCount(0);
    await expect(phone(page)).toHaveValue("(612) 345-678");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications.splice(0).map((one) => one.field("phone"))).toEqual([
      "+34612345678",
    ]);
  }
});

test("a country without its piece can be chosen", async ({ browse, fakeSite, platform }) => {
  const page = await browse("full", { expectErrors: PIECE_FAILS });
  for (const [dialCode, , fail] of FAILURES) await page.route(pieceOf(dialCode), fail);
  await open(page, "full", fakeSite.url + pageOf("plain"));
  await fillIn(page, { phone: null });
  await enter(page);
  for (const [dialCode, name] of FAILURES.toReversed()) {
    await phone(page).selectText();
    await page.keyboard.press("Delete");
    await page.keyboard.type("07400123456");
    await country(page).click();
    await expect(list(page)).toBeFocused();
    await page.keyboard.type(name.toLowerCase());
    await expect(list(page).locator("[aria-selected=true]")).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(country(page)).toHaveAccessibleName(`País: ${name} +${dialCode}`);
    await expect(phone(page)).toHaveValue(`+${dialCode} 07400123456`);
    await page.keyboard.press("Tab");
    await expect(page.locator("#phone-error")).toHaveCount(0);
  }
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications[0]?.field("phone")).toBe("+447400123456");
});

test("a failed piece is requested again while typing", async ({ browse, fakeSite }) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  const asked = askedBy(page);
  await open(page, "full", fakeSite.url + pageOf("plain"));
  await page.clock.install();
  await noteTimersNow(page);
  await enter(page);
  await page.context().setOffline(true);
  await phone(page).selectText();
  const failed = page.waitForEvent("requestfailed");
  await page.keyboard.type("+44740");
  await expect(phone(page)).toHaveValue("+44 740");
  await expect.poll(() => asked).toEqual(["34", "44"]);
  await failed;
  await timerSet(page, 5000);
  await page.context().setOffline(false);
  await page.keyboard.type("0");
  expect(asked).toEqual(["34", "44"]);
  await page.clock.runFor(5000);
  await page.keyboard.type("1");
  await expect(phone(page)).toHaveValue("+44 7400 1");
  expect(asked).toEqual(["34", "44", "44"]);
});

test.describe("the list of countries", () => {
  const LIST = /country-listbox/;
  /** Longer than the pause after which a key in the list begins a new search. */
  const PAUSE_MS = 1200;

  test("takes the keys typed while it loads", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("country-listbox")) asked += 1;
    });
    const letGo = await holdScripts(page, LIST);
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await enter(page);
    expect(asked).toBe(0);
    await country(page).focus();
    await page.keyboard.type("alem");
    await expect.poll(() => asked).toBe(1);
    await expect(country(page)).toBeFocused();
    letGo();
    await expect(list(page).locator("[aria-selected=true]")).toHaveText("DEAlemania+49");
    await page.keyboard.press("Enter");
    expect(await marked(page)).toBe("+49 |");
  });

  test("is closed by Enter, or chooses what was typed", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await page.clock.install();
    const letGo = await holdScripts(page, LIST);
    await openPhone(page, fakeSite.url);
    await country(page).focus();
    await page.keyboard.press("Enter");
    await expect(country(page)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Enter");
    await expect(country(page)).toHaveAttribute("aria-expanded", "false");
    await expect(country(page)).toBeFocused();

    await page.keyboard.press("Enter");
    await page.keyboard.type("costa");
    await page.clock.runFor(PAUSE_MS);
    await page.keyboard.type(" r");
    await page.keyboard.press("Enter");
    await expect(country(page)).toHaveAttribute("aria-expanded", "true");
    letGo();
    await expect(phone(page)).toBeFocused();
    expect(await marked(page)).toBe("+506 |");
    await expect(list(page)).toHaveCount(0);
  });

  test("can fail to load", async ({ browse, fakeSite }) => {
    const page = await browse("full", { expectErrors: /net::ERR_FAILED/ });
    await page.route(LIST, (route) => route.abort());
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await enter(page);
    await country(page).click();
    await expect(country(page)).toHaveAttribute("aria-expanded", "false");
    await phone(page).fill("+49");
    await expect(country(page)).toHaveAccessibleName("País: Alemania +49");
  });
});
