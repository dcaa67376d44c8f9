import type { Page, Response } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform-data";
import { expect, isHydrated, open, test, longIf } from "../support/fixtures";
import { appliedMessage, fillIn, removeConstraints, submit } from "../support/form-page";
import { delayScripts } from "../support/delayed-scripts";
import { parseMarked } from "../support/phone-edits";
import { WRONG, country, list, readMarked, phone } from "../support/phone-page";
import { expectRefusedField } from "../support/refused-field";

const FIELD = /phone-control/;

test.describe("full:", () => {
  test("accepts an empty optional number, but not an invalid number [5.27, 10.11]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.position(fakePositions.plain, { standard: { phone: "optional" } });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await fillIn(page, { phone: "612" });
    await submit(page);
    await expectRefusedField(page, "full", phone(page));
    await phone(page).selectText();
    await page.keyboard.press("Delete");
    await expect(phone(page)).toHaveValue("+34 ");
    await expect(page.locator("#phone-error")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications[0]?.field("phone") ?? "").toBe("");
  });
  test("loads the phone field's script on the first interaction @long", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    const scripts: Response[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/build/")) scripts.push(response);
    });
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await page.mouse.wheel(0, 400);
    const before = scripts.length;
    await page.getByLabel("Nombre").click();
    await expect(country(page)).toBeVisible();
    // The click also loads the scripts that send the form, which don't count here.
    const isForField = (response: Response) => /phone|country|plans/.test(response.url());
    expect(scripts.slice(0, before).filter(isForField)).toEqual([]);
    const forField = scripts.slice(before).filter(isForField);
    expect(forField.map((response) => new URL(response.url()).pathname).sort()).toEqual([
      expect.stringMatching(/^\/build\/\w+\/phone-control\.js$/),
      expect.stringMatching(/^\/build\/\w+\/plans\/34\.json$/),
    ]);
    for (const response of forField) {
      expect(response.headers()["cache-control"]).toContain("immutable");
    }
  });
});

test.describe("partial, bundle late:", () => {
  test("opens the list of countries once the script loads after an earlier click, if the focus hasn't moved [5.28]", async ({
    browse,
    fakeSite,
  }) => {
    for (const hasLeftField of [false, true]) {
      const page = await browse("full");
      const release = await delayScripts(page, FIELD);
      await open(page, "full", fakeSite.url + positionPath("plain"));
      await page.locator("p.phone-country").click();
      if (hasLeftField) await page.getByLabel("Nombre").focus();
      release();
      await expect(country(page)).toBeVisible();
      await expect(list(page)).toHaveCount(hasLeftField ? 0 : 1);
      await expect(hasLeftField ? page.getByLabel("Nombre") : list(page)).toBeFocused();
    }
  });

  test("formats the phone field's value, and keeps its focus, caret and selection @long", async ({
    browse,
    fakeSite,
  }) => {
    for (const [typed, expected] of [
      ["6[12] 34 56 78", "+34 6[12] 34 56 78"],
      ["0034 61|2345678", "+34 61|2 34 56 78"],
      ["", "+34 |"],
    ] as const) {
      const page = await browse("full");
      const release = await delayScripts(page, FIELD);
      await open(page, "full", fakeSite.url + positionPath("plain"));
      const { text, start, end } = parseMarked(typed);
      await phone(page).fill(text);
      const field = await phone(page).evaluateHandle(
        (element: HTMLInputElement, range) => {
          element.focus();
          element.setSelectionRange(...range);
          return element;
        },
        [start, end] as [number, number],
      );
      release();
      await expect(country(page)).toBeVisible();
      await expect.poll(() => readMarked(page)).toBe(expected);
      await expect(phone(page)).toBeFocused();
      expect(await field.evaluate((element) => element.isConnected)).toBe(true);
    }
    const page = await browse("full");
    const release = await delayScripts(page, FIELD);
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await phone(page).fill("612 3");
    await page.getByLabel("Nombre").focus();
    await expect(page.locator("#phone-error")).toHaveCount(0);
    release();
    await expect(page.locator("#phone-error")).toHaveText(WRONG);
    await expect(phone(page)).toHaveValue("+34 612 3");
  });
});

/** Pages where the phone field differs from the server's HTML before its script loads. */
const PAGES: [title: string, client: Record<string, string>, isRefused: boolean, tamper: string][] =
  [
    ["", {}, false, ""],
    [" after a server error", {}, true, ""],
    [
      " beside a company's script",
      { apply_page_js: "document.body.dataset.ran = 'yes'" },
      false,
      "",
    ],
    [
      " in a page that a translator and a password manager have changed",
      {},
      false,
      `const name = document.querySelector(".phone-country-name");
    name.innerHTML = "<font>Spain</font>";
    document.querySelector("#phone").after(document.createElement("password-helper"));`,
    ],
  ];

for (const [title, client, isRefused, tamper] of PAGES) {
  test(`partial, bundle late: hydrates the phone field in place${title}, and keeps an unfinished number and the keys that follow${longIf(tamper !== "")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client(client);
    const page = await browse("full");
    const releaseForm = await delayScripts(page, isRefused ? /\/build\// : /no-script/);
    const release = await delayScripts(page, FIELD);
    if (isRefused) {
      await page.goto(fakeSite.url + positionPath("plain"), { waitUntil: "commit" });
      await phone(page).fill("612");
      await removeConstraints(page.locator("form#application"));
      await submit(page);
      // The browser focuses the target of the URL's fragment after rendering the page.
      await expect(page.locator("#answer")).toBeFocused();
      await expect(page.locator("#phone-error")).toBeVisible();
      releaseForm();
      await phone(page).focus();
      await expect.poll(() => isHydrated(page)).toBe(true);
    } else {
      await open(page, "full", fakeSite.url + positionPath("plain"));
      if (title.includes("company")) await expect(page.locator("body[data-ran]")).toBeAttached();
      await phone(page).focus();
      await page.keyboard.type("612");
    }
    await page.evaluate(tamper);
    const field = await phone(page).elementHandle();
    await phone(page).evaluate((input) =>
      input.addEventListener("blur", () => input.setAttribute("data-blurred", "")),
    );
    await page.keyboard.press("End");
    await page.keyboard.type("34");
    // The form stores text that is typed before the field is hydrated.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("61234");
    release();
    await expect(country(page)).toBeVisible();
    await expect.poll(() => readMarked(page)).toBe("+34 612 34|");
    await page.keyboard.type("5678");
    expect(await readMarked(page)).toBe("+34 612 34 56 78|");
    expect(await field.evaluate((input) => input === document.querySelector("#phone"))).toBe(true);
    await expect(phone(page)).not.toHaveAttribute("data-blurred");
    await expect(page.locator("input[type=tel]")).toHaveCount(1);
  });
}

test("plain: shows one telephone field and no list of countries [2.24]", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("plain");
  await open(page, "plain", fakeSite.url + positionPath("plain"));
  await expect(page.locator("input[type=tel]")).toHaveCount(1);
  await expect(phone(page)).toHaveAccessibleDescription(/España \+34/);
  await expect(country(page)).toHaveCount(0);
});

/** Failures of the field's script. */
const FAILURES: [title: string, expectErrors: RegExp, breakIt: (page: Page) => Promise<unknown>][] =
  [
    ["blocked", /net::ERR_FAILED/, (page) => page.route(FIELD, (route) => route.abort())],
    [
      "throwing",
      /no names/,
      (page) =>
        page.addInitScript(() => {
          Object.defineProperty(Intl, "DisplayNames", {
            get() {
              throw new Error("no names");
            },
          });
        }),
    ],
  ];

for (const [title, expectErrors, breakIt] of FAILURES) {
  test(`partial, the phone field's script ${title}: accepts a number in the plain phone field${longIf(title === "throwing")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors });
    await breakIt(page);
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await fillIn(page, { phone: "612 34" });
    await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
    await phone(page).fill("(612) 345-678");
    await expect(phone(page)).toHaveValue("(612) 345-678");
    await expect(country(page)).toHaveCount(0);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
  });
}

test("slow: formats a number that was typed before the scripts load, and selects its country [2.24, 2.25, 5.08] @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("slow");
  await open(page, "slow", fakeSite.url + positionPath("plain"));
  await phone(page).pressSequentially("612 34");
  await expect(country(page)).toHaveAccessibleName("País: España +34");
  await expect(phone(page)).toHaveValue("+34 612 34");
  await expect(phone(page)).toBeFocused();
  await page.keyboard.type("5678");
  await expect(phone(page)).toHaveValue("+34 612 34 56 78");
  await fillIn(page, { phone: null });
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
});
