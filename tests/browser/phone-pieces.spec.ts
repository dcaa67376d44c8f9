import type { Page, Route } from "playwright/test";
import { positionPath } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";
import { delayScripts } from "../support/delayed-scripts";
import { country, focusPhone, list, readMarked, openPhone, phone } from "../support/phone-page";

// When a piece is asked for: app/application/phone/numbering.test.ts.

const PIECES = /\/plans\/(\d+)\.json$/;
const pieceOf = (dialCode: string) => new RegExp(`/plans/${dialCode}\\.json$`);

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
  const letGo = await delayScripts(page, pieceOf("1"));
  const letBritishGo = await delayScripts(page, pieceOf("44"));
  await openPhone(page, fakeSite.url);
  expect(asked).toEqual(["34"]);
  await phone(page).selectText();
  await page.keyboard.type("+1 416 555 0123");
  await expect(phone(page)).toHaveValue("+1 4165550123");
  await expect(country(page)).toHaveAccessibleName("País: Estados Unidos +1");
  expect(await phone(page).evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowLeft");
  expect(await readMarked(page)).toBe("+1 416555|0123");
  letGo();
  await expect.poll(() => readMarked(page)).toBe("+1 416 555| 0123");
  await expect(country(page)).toHaveAccessibleName("País: Canadá +1");
  // What follows a key within 200 ms is one step with it.
  await page.clock.runFor(300);
  await page.keyboard.press("Backspace");
  expect(await readMarked(page)).toBe("+1 416 55|0 123");
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

test("a number undone before its piece arrives is read when it is redone", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  const release = await delayScripts(page, pieceOf("44"));
  await openPhone(page, fakeSite.url);
  await phone(page).selectText();
  await page.keyboard.insertText("+44 (0)7400 123456");
  await expect(phone(page)).toHaveValue("+44 07400123456");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(phone(page)).toHaveValue("+34 ");
  const arrived = page.waitForResponse(pieceOf("44"));
  release();
  await (await arrived).finished();
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(phone(page)).toHaveValue("+44 7400 123456", { timeout: 100 });
  }).toPass();
  await expect(country(page)).toHaveAccessibleName("País: Reino Unido +44");
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
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await fillIn(page, { phone: "(612) 345-678" });
    await asked;
    await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
    await expect(country(page)).toHaveCount(0);
    await expect(phone(page)).toHaveValue("(612) 345-678");
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications.splice(0).map((one) => one.field("phone"))).toEqual([
      "+34612345678",
    ]);
  }
});

test("a country without its piece can be chosen", async ({ browse, fakeSite, platform }) => {
  const page = await browse("full", { expectErrors: PIECE_FAILS });
  for (const [dialCode, , fail] of FAILURES) await page.route(pieceOf(dialCode), fail);
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await fillIn(page, { phone: null });
  await focusPhone(page);
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
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications[0]?.field("phone")).toBe("+447400123456");
});

test("a failed piece is requested again while typing", async ({ browse, fakeSite }) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  const asked = askedBy(page);
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await focusPhone(page);
  await page.context().setOffline(true);
  await phone(page).selectText();
  const failed = page.waitForEvent("requestfailed");
  // Any further digit would repeat the request.
  await page.keyboard.type("+44");
  await failed;
  expect(asked).toEqual(["34", "44"]);
  await page.context().setOffline(false);
  await page.keyboard.type("74001");
  await expect(phone(page)).toHaveValue("+44 7400 1");
});
