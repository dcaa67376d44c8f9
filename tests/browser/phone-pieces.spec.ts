import type { Page, Route } from "playwright/test";
import { positionPath } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";
import { delayScripts } from "../support/delayed-scripts";
import { country, focusPhone, list, readMarked, openPhone, phone } from "../support/phone-page";

// app/application/phone/numbering.test.ts tests when plans are requested.

const PLANS = /\/plans\/(\d+)\.json$/;
const planPattern = (dialCode: string) => new RegExp(`/plans/${dialCode}\\.json$`);

/** Records the dial codes of the numbering plans that a page requests. */
function recordRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const [, dialCode] = PLANS.exec(request.url()) ?? [];
    if (dialCode !== undefined) requested.push(dialCode);
  });
  return requested;
}

test("full: accepts digits before the numbering plan loads", async ({ browse, fakeSite }) => {
  const page = await browse("full");
  await page.clock.install();
  const requested = recordRequests(page);
  const release = await delayScripts(page, planPattern("1"));
  const releaseBritish = await delayScripts(page, planPattern("44"));
  await openPhone(page, fakeSite.url);
  expect(requested).toEqual(["34"]);
  await phone(page).selectText();
  await page.keyboard.type("+1 416 555 0123");
  await expect(phone(page)).toHaveValue("+1 4165550123");
  await expect(country(page)).toHaveAccessibleName("País: Estados Unidos +1");
  expect(await phone(page).evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowLeft");
  expect(await readMarked(page)).toBe("+1 416555|0123");
  release();
  await expect.poll(() => readMarked(page)).toBe("+1 416 555| 0123");
  await expect(country(page)).toHaveAccessibleName("País: Canadá +1");
  // Keys typed less than 200 ms apart would form one undo step.
  await page.clock.runFor(300);
  await page.keyboard.press("Backspace");
  expect(await readMarked(page)).toBe("+1 416 55|0 123");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(phone(page)).toHaveValue("+1 416 555 0123");
  await expect(country(page)).toHaveAccessibleName("País: Canadá +1");

  // The field parses the pasted text again when the numbering plan has loaded.
  await phone(page).selectText();
  await page.keyboard.insertText("tel:+44 (0)7400 123456 ext. 12");
  await expect(phone(page)).toHaveValue("+44 0740012345612");
  releaseBritish();
  await expect(phone(page)).toHaveValue("+44 7400 123456");
  await expect(page.getByRole("status").filter({ hasText: "12" })).toBeVisible();
  expect(requested).toEqual(["34", "1", "44"]);
});

test("full: parses a redone number again if the numbering plan loaded after the undo @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  const release = await delayScripts(page, planPattern("44"));
  await openPhone(page, fakeSite.url);
  await phone(page).selectText();
  await page.keyboard.insertText("+44 (0)7400 123456");
  await expect(phone(page)).toHaveValue("+44 07400123456");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(phone(page)).toHaveValue("+34 ");
  const arrived = page.waitForResponse(planPattern("44"));
  release();
  await (await arrived).finished();
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(phone(page)).toHaveValue("+44 7400 123456", { timeout: 100 });
  }).toPass();
  await expect(country(page)).toHaveAccessibleName("País: Reino Unido +44");
});

/** Failures of a request for a numbering plan, with the plan's dial code and country. */
const FAILURES: [dialCode: string, name: string, fail: (route: Route) => Promise<void>][] = [
  ["44", "Reino Unido", (route) => route.abort()],
  ["351", "Portugal", (route) => route.fulfill({ status: 404, body: "<p>Not found</p>" })],
  ["33", "Francia", (route) => route.fulfill({ json: { GB: ["34"], ES: [], US: null } })],
  ["39", "Italia", () => new Promise(() => undefined)],
];

const PLAN_FAILS = /net::ERR_FAILED|status of 404/;

test("partial: accepts a number in the plain field if the numbering plan of the position's country doesn't load @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  for (const [, , fail] of FAILURES) {
    const page = await browse("full", { expectErrors: PLAN_FAILS });
    const requested = page.waitForRequest(planPattern("34"));
    await page.route(planPattern("34"), fail);
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await fillIn(page, { phone: "(612) 345-678" });
    await requested;
    await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
    await expect(country(page)).toHaveCount(0);
    await expect(phone(page)).toHaveValue("(612) 345-678");
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications.splice(0).map((sent) => sent.field("phone"))).toEqual([
      "+34612345678",
    ]);
  }
});

test("partial: selects a country whose numbering plan fails to load @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full", { expectErrors: PLAN_FAILS });
  for (const [dialCode, , fail] of FAILURES) await page.route(planPattern(dialCode), fail);
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

test("full: requests a failed numbering plan again on the next digit @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  const requested = recordRequests(page);
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await focusPhone(page);
  await page.context().setOffline(true);
  await phone(page).selectText();
  const failed = page.waitForEvent("requestfailed");
  // Don't type another digit, because it would repeat the request.
  await page.keyboard.type("+44");
  await failed;
  expect(requested).toEqual(["34", "44"]);
  await page.context().setOffline(false);
  await page.keyboard.type("74001");
  await expect(phone(page)).toHaveValue("+44 7400 1");
});
