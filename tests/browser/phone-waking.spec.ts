import type { Page, Response } from "playwright/test";
import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform-data";
import { expect, open, test } from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";
import { readMarks } from "../support/phone-edits";
import {
  PHONE_WAYS,
  WRONG,
  WRONG_ON_SUBMIT,
  country,
  enter,
  list,
  marked,
  openerIn,
  phone,
} from "../support/phone-page";
import { expectRefusedField } from "../support/refused-field";

for (const way of PHONE_WAYS) {
  test.describe(`${way}:`, () => {
    const opened = openerIn(way);

    test("a wrong number is called so on leaving the field and not before, and right once it is", async ({
      browse,
      checkedSite,
      platform,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      const fault = page.locator("#phone-error");
      await page.keyboard.type("61234");
      await expect(fault).toHaveCount(0);
      await page.getByLabel("Nombre").focus();
      await expect(fault).toHaveText(WRONG);
      await expect(phone(page)).toHaveAttribute("aria-invalid", "true");
      await expect(phone(page)).toHaveAttribute("aria-describedby", /\bphone-error\b/);
      await expect(phone(page)).toHaveAccessibleDescription(new RegExp(WRONG));
      await expect(page.locator(".phone [role=status]").last()).toHaveText(WRONG);

      await fillIn(page, { phone: "+34 612 34" });
      await submit(page);
      await expectRefusedField(page, "full", phone(page));
      await expect(fault).toHaveText(WRONG_ON_SUBMIT);
      expect(platform.requestsOf("apply")).toEqual([]);

      await phone(page).press("End");
      await page.keyboard.type("5678");
      await expect(fault).toHaveCount(0);
      await expect(phone(page)).toHaveAttribute("aria-invalid", "false");
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
    });

    test("an empty number is nothing wrong until the form is sent", async ({
      browse,
      checkedSite,
      platform,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      await page.getByLabel("Nombre").focus();
      await expect(phone(page)).toHaveValue("");
      await expect(page.locator("#phone-error")).toHaveCount(0);
      await page.getByLabel("Nombre").fill("Ana");
      await page.getByLabel("Apellidos").fill("Gil");
      await submit(page);
      await expectRefusedField(page, "full", phone(page));
      await expect(page.locator("#phone-error")).toHaveText(WRONG_ON_SUBMIT);
      expect(platform.requestsOf("apply")).toEqual([]);
    });

    test("an optional number may be left empty, and must be right if there is one", async ({
      browse,
      checkedSite,
      platform,
    }) => {
      platform.position(fakePositions.plain, { standard: { phone: "optional" } });
      const page = await opened({ browse, site: checkedSite.url });
      await fillIn(page, { phone: "612" });
      await submit(page);
      await expectRefusedField(page, "full", phone(page));
      await phone(page).selectText();
      await page.keyboard.press("Delete");
      await expect(phone(page)).toHaveValue("+34 ");
      await expect(page.locator("#phone-error")).toHaveCount(0);
      await page.keyboard.press("Enter");
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.field("phone") ?? "").toBe("");
    });
  });
}

/** Holds the code of the phone field back until it is let go. */
async function holdPhone(page: Page) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/phone-control/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return letGo;
}

test.describe("full:", () => {
  test("all of the field comes at the first touch of the form, in two requests", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    const scripts: Response[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/build/")) scripts.push(response);
    });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await page.mouse.wheel(0, 400);
    const before = scripts.length;
    await page.getByLabel("Nombre").click();
    await expect(country(page)).toBeVisible();
    // The same touch fetches what sends the form. What a script imports and weighs is budgets.test.ts's matter.
    const isOfTheField = (response: Response) => /phone|country|numbering/.test(response.url());
    expect(scripts.slice(0, before).filter(isOfTheField)).toEqual([]);
    const ofTheField = scripts.slice(before).filter(isOfTheField);
    expect(ofTheField.map((response) => new URL(response.url()).pathname).sort()).toEqual([
      expect.stringMatching(/^\/build\/numbering\/\w+\/34\.json$/),
      expect.stringMatching(/^\/build\/phone-control-/),
    ]);
    for (const response of ofTheField) {
      expect(response.headers()["cache-control"]).toContain("immutable");
    }
  });

  for (const [language, wrong, onSubmit, name] of [
    ["en", "Phone number not valid", "Please enter a valid phone number.", "Country: Spain +34"],
    ["es-mx", WRONG, WRONG_ON_SUBMIT, "País: España +34"],
  ] as const) {
    test(`its words are in the page's language: ${language}`, async ({ browse, fakeSite }) => {
      const page = await browse("full");
      await open(page, "full", `${fakeSite.url}${pageOf("plain")}?lang=${language}`);
      await phone(page).focus();
      await expect(page.getByRole("button", { name })).toBeVisible();
      await expect(phone(page)).toHaveValue("+34 ");
      await page.keyboard.type("612");
      await page.keyboard.press("Tab");
      await expect(page.locator("#phone-error")).toHaveText(wrong);
      expect(await phone(page).evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
        onSubmit,
      );
    });
  }

  test("what is wrong when its code comes is said then", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    const letGo = await holdPhone(page);
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await phone(page).fill("612 3");
    await page.getByLabel("Nombre").focus();
    await expect(page.locator("#phone-error")).toHaveCount(0);
    letGo();
    await expect(page.locator("#phone-error")).toHaveText(WRONG);
    await expect(phone(page)).toHaveValue("+34 612 3");
  });
});

test.describe("partial, our bundle late:", () => {
  test("a click on the country opens the list once there is one, unless the focus has gone on", async ({
    browse,
    fakeSite,
  }) => {
    for (const isElsewhere of [false, true]) {
      const page = await browse("full");
      const letGo = await holdPhone(page);
      await open(page, "full", fakeSite.url + pageOf("plain"));
      await page.locator("p.phone-country").click();
      if (isElsewhere) await page.getByLabel("Nombre").focus();
      letGo();
      await expect(country(page)).toBeVisible();
      await expect(list(page)).toHaveCount(isElsewhere ? 0 : 1);
      await expect(isElsewhere ? page.getByLabel("Nombre") : list(page)).toBeFocused();
    }
  });

  test("the field stays the one that it was, with its value, focus, caret and selection", async ({
    browse,
    fakeSite,
  }) => {
    for (const [typed, taken] of [
      ["612 34|", "+34 612 34|"],
      ["6[12] 34 56 78", "+34 6[12] 34 56 78"],
      ["|612345678", "+34 |612 34 56 78"],
      ["0034 61|2345678", "+34 61|2 34 56 78"],
      ["", "+34 |"],
    ] as const) {
      const page = await browse("full");
      const letGo = await holdPhone(page);
      await open(page, "full", fakeSite.url + pageOf("plain"));
      const { text, start, end } = readMarks(typed);
      await phone(page).fill(text);
      const field = await phone(page).evaluateHandle(
        (element: HTMLInputElement, range) => {
          element.focus();
          element.setSelectionRange(...range);
          return element;
        },
        [start, end] as [number, number],
      );
      letGo();
      await expect(country(page)).toBeVisible();
      await expect.poll(() => marked(page)).toBe(taken);
      await expect(phone(page)).toBeFocused();
      expect(await field.evaluate((element) => element.isConnected)).toBe(true);
    }
  });
});

test.describe("partial, our bundle blocked:", () => {
  test("the plain field goes on, and its number arrives", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_FAILED/ });
    await page.route(/phone-control/, (route) => route.abort());
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { phone: "(612) 345-678" });
    await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
    await expect(country(page)).toHaveCount(0);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
  });
});

test.describe("partial, our bundle throwing:", () => {
  test("the plain field goes on, and its number arrives", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /no names/ });
    await page.addInitScript(() => {
      Object.defineProperty(Intl, "DisplayNames", {
        get() {
          throw new Error("no names");
        },
      });
    });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { phone: "612 34" });
    await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
    await phone(page).fill("(612) 345-678");
    await expect(phone(page)).toHaveValue("(612) 345-678");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
  });
});

test("slow: country and pattern come to a number that was typed meanwhile, and it arrives", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("slow");
  await open(page, "slow", fakeSite.url + pageOf("plain"));
  await phone(page).pressSequentially("612 34");
  await expect(country(page)).toHaveAccessibleName("País: España +34");
  await expect(phone(page)).toHaveValue("+34 612 34");
  await expect(phone(page)).toBeFocused();
  await page.keyboard.type("5678");
  await expect(phone(page)).toHaveValue("+34 612 34 56 78");
  await fillIn(page, { phone: null });
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
});
