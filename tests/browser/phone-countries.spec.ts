import { expect, open, test } from "../support/fixtures";
import { positionPath } from "../support/application-form";
import {
  activeOption,
  country,
  list,
  readMarked,
  openPhone,
  phone,
  search,
} from "../support/phone-page";

// app/application/phone/country-list.test.ts tests the search results.

test.describe("full:", () => {
  test("selects a country by typing its name and by search [3.24, 9.14]", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await page.clock.install();
    await openPhone(page, fakeSite.url);
    await page.clock.pauseAt(Date.now() + 60_000);
    await country(page).focus();
    await page.keyboard.press("p");
    await expect(activeOption(page)).toHaveText("NLPaíses Bajos+31");
    await page.clock.runFor(999);
    await page.keyboard.press("o");
    await expect(activeOption(page)).toHaveText("PFPolinesia Francesa+689");
    for (const [typed, found] of [
      ["o", "OMOmán+968"],
      ["costa r", "CRCosta Rica+506"],
      ["germ", "DEAlemania+49"],
      ["44", "GGGuernesey+44"],
      ["mx", "MXMéxico+52"],
    ] as const) {
      await page.clock.runFor(1000);
      await page.keyboard.type(typed);
      await expect(activeOption(page)).toHaveText(found);
    }
    // As in a native select, the same letter selects the next name.
    await page.clock.runFor(1000);
    for (const name of [/^FMMicronesia/, /^MDMoldavia/]) {
      await page.keyboard.press("m");
      await expect(activeOption(page)).toHaveText(name);
    }
    await page.clock.runFor(1000);
    await page.keyboard.type("mx");
    await page.keyboard.press("Enter");
    await expect(list(page)).toHaveCount(0);
    await expect(country(page)).toHaveAccessibleName("País: México +52");
    await expect(phone(page)).toBeFocused();
    expect(await readMarked(page)).toBe("+52 |");

    await country(page).click();
    await search(page).focus();
    for (const [query, first] of [
      ["GERMANY", "DEAlemania+49"],
      ["cr", "CRCosta Rica+506"],
      ["00506", "CRCosta Rica+506"],
    ] as const) {
      await search(page).fill(query);
      await expect(activeOption(page)).toHaveText(first);
      await expect(list(page).getByRole("option").first()).toHaveText(first);
    }
    await search(page).fill("united");
    await expect(list(page).getByRole("option")).toHaveText([/^AE/, /^US/, /^GB/]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const id = await activeOption(page).getAttribute("id");
    await expect(search(page)).toHaveAttribute("aria-activedescendant", id ?? "");
    await search(page).fill("qqq");
    await expect(page.getByText("No hemos encontrado ningún país.")).toBeVisible();
    await search(page).fill("reino");
    await page.keyboard.press("Enter");
    await expect(country(page)).toHaveAccessibleName("País: Reino Unido +44");
    await expect(phone(page)).toBeFocused();
  });

  test("moves through the list of countries with the keyboard [3.24]", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { locale: "fr-CA" });
    await openPhone(page, fakeSite.url);
    await page.keyboard.type("612345678");
    await country(page).focus();
    await page.keyboard.press("Enter");
    await expect(country(page)).toHaveAttribute("aria-expanded", "true");
    await expect(list(page)).toBeFocused();
    const options = list(page).getByRole("option");
    await expect(options).toHaveCount(245);
    await expect(options.first()).toHaveText("ESEspaña+34");
    await expect(options.nth(1)).toHaveText("CACanadá+1");
    await expect(activeOption(page)).toHaveText("ESEspaña+34");
    const expectAfter = async (key: string, name: RegExp) => {
      await page.keyboard.press(key);
      await expect(activeOption(page)).toHaveText(name);
      await expect(activeOption(page)).toBeInViewport();
      const id = await activeOption(page).getAttribute("id");
      await expect(list(page)).toHaveAttribute("aria-activedescendant", id ?? "");
    };
    await expectAfter("ArrowUp", /España/);
    await expectAfter("ArrowDown", /Canadá/);
    await expectAfter("End", /Zimbabue/);
    await expectAfter("ArrowDown", /Zimbabue/);
    await expectAfter("PageUp", /^UG/);
    await expectAfter("PageDown", /Zimbabue/);
    await expectAfter("Home", /España/);
    await expectAfter("PageDown", /Argelia/);
    await page.keyboard.press("Escape");
    await expect(list(page)).toHaveCount(0);
    await expect(country(page)).toBeFocused();
    await expect(country(page)).toHaveAttribute("aria-expanded", "false");
    await expect(phone(page)).toHaveValue("+34 612 34 56 78");

    // Choosing a country changes the dial code and keeps the rest of the number.
    await page.keyboard.press("ArrowDown");
    await expectAfter("ArrowDown", /Canadá/);
    await page.keyboard.press("Space");
    await expect(phone(page)).toHaveValue("+1 612 345 678");
    await phone(page).press("ControlOrMeta+z");
    await expect(country(page)).toHaveAccessibleName("País: España +34");
    await expect(phone(page)).toHaveValue("+34 612 34 56 78");
  });

  test("enters a country and a number by touch @long", async ({ browse, fakeSite }) => {
    const page = await browse("full", {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 520 },
    });
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await phone(page).tap();
    await country(page).tap();
    await expect(list(page)).toBeVisible();
    // The entire list is in view, even in a small window.
    for (const part of [country(page), search(page), list(page)]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    for (const target of [country(page), search(page), list(page).getByRole("option").first()]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    // A click outside closes the list.
    await page.getByLabel("Apellidos").tap();
    await expect(list(page)).toHaveCount(0);
    await country(page).tap();
    await search(page).tap();
    await search(page).fill("colom");
    await list(page).getByRole("option", { name: "Colombia" }).tap();
    await expect(country(page)).toHaveAccessibleName("País: Colombia +57");
    await expect(phone(page)).toBeFocused();
    await page.keyboard.insertText("3211234567");
    await expect(phone(page)).toHaveValue("+57 321 1234567");
  });

  test("restores a chosen country after a reload @long", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openPhone(page, fakeSite.url);
    await phone(page).fill("612345678");
    await country(page).click();
    await page.keyboard.type("mx");
    await expect(activeOption(page)).toHaveText("MXMéxico+52");
    await page.keyboard.press("Enter");
    await expect(phone(page)).toHaveValue("+52 612 345 678");
    await page.reload();
    await expect(phone(page)).toHaveValue("+52 612 345 678");
  });
});

test("partial: selects the country of a typed dial code when the list of countries doesn't load @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_FAILED/ });
  const requests: string[] = [];
  await page.route(/country-listbox/, (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  await openPhone(page, fakeSite.url);
  expect(requests).toEqual([]);
  await country(page).click();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await expect(country(page)).toHaveAttribute("aria-expanded", "false");
  await phone(page).selectText();
  await page.keyboard.type("+447400123456");
  await expect(phone(page)).toHaveValue("+44 7400 123456");
  await expect(country(page)).toHaveAccessibleName("País: Reino Unido +44");
});
