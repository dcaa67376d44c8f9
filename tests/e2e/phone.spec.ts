import type { Locator, Page, Response } from "playwright/test";
import { brotliCompressSync, constants } from "node:zlib";
import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform-data";
import { expect, open, test } from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";
import { PHONE_EDITS, readMarks } from "../support/phone-edits";

const WRONG = "Número de teléfono no válido";
const WRONG_ON_SUBMIT = "Por favor, introduce un número de teléfono válido.";

const phone = (page: Page): Locator => page.locator("#phone");
const country = (page: Page): Locator => page.getByRole("button", { name: /^País: / });
const list = (page: Page): Locator => page.getByRole("listbox", { name: "País" });
const search = (page: Page): Locator =>
  page.getByRole("combobox", { name: "Buscar país o prefijo" });
const active = (page: Page): Locator => list(page).locator("[aria-selected=true]");
const nothingBehind = (page: Page): Locator => page.locator(".phone-places");

/** Goes into the field, and waits until it has a country to choose. */
async function enter(page: Page) {
  await phone(page).focus();
  await expect(country(page)).toBeVisible();
  await expect(phone(page)).toHaveValue(/^\+/);
}

/** The field as `|` and `[]` write it. */
const marked = (page: Page) =>
  phone(page).evaluate((field: HTMLInputElement) => {
    const { value, selectionStart: start, selectionEnd: end } = field;
    const marks = start === end ? ["|"] : ["[", "]"];
    const [from, to] = [start ?? 0, end ?? 0];
    return value.slice(0, from) + marks.join(value.slice(from, to)) + value.slice(to);
  });

/** Puts the field into a state. */
async function put(page: Page, field: string) {
  const { text, start, end } = readMarks(field);
  await phone(page).focus();
  await phone(page).selectText();
  await page.keyboard.insertText(text.replaceAll(" ", ""));
  await expect(phone(page)).toHaveValue(text);
  await phone(page).evaluate(
    (element: HTMLInputElement, [from, to]) => element.setSelectionRange(from, to),
    [start, end] as const,
  );
}

/** Everything is there, or all but what comes from third parties. */
const PHONES = [{ way: "full" }, { way: "partial, third parties blocked" }] as const;

for (const { way } of PHONES) {
  test.describe(`${way}:`, () => {
    /** Opens a form whose phone field has all that scripts give it. */
    const opened = async (
      { browse, site }: { browse: (way: "full", options?: object) => Promise<Page>; site: string },
      address = pageOf("plain"),
      options = {},
    ) => {
      const page = await browse("full", {
        ...(way === "full" ? {} : { expectErrors: /net::ERR_/ }),
        ...options,
      });
      if (way !== "full") await page.route(/enterprise\.js/, (route) => route.abort());
      await open(page, "full", site + address);
      return page;
    };

    test("the country is named with its dial code, and is the position's", async ({
      browse,
      checkedSite,
      platform,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await expect(page.locator(".phone-country")).toHaveText(/España \+34/);
      await enter(page);
      await expect(country(page)).toHaveAccessibleName("País: España +34");
      await expect(phone(page)).toHaveValue("+34 ");

      platform.position(fakePositions.plain, { country: "FR" });
      const french = await opened({ browse, site: checkedSite.url });
      await enter(french);
      await expect(country(french)).toHaveAccessibleName("País: Francia +33");
      await expect(phone(french)).toHaveValue("+33 ");
    });

    test("without a country of the position or the company it is the United States", async ({
      browse,
      checkedSite,
      platform,
    }) => {
      platform.client({ country: null });
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      await expect(country(page)).toHaveAccessibleName("País: Estados Unidos +1");
      await expect(phone(page)).toHaveValue("+1 ");
    });

    test("only digits can be typed, behind a plus, the dial code and one space", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      const shown: string[] = [];
      for (const key of "6a1-2 (3)4*5#67+8") {
        await page.keyboard.type(key);
        shown.push(await phone(page).inputValue());
      }
      expect([...new Set(shown)]).toEqual([
        "+34 6",
        "+34 61",
        "+34 612",
        "+34 612 3",
        "+34 612 34",
        "+34 612 34 5",
        "+34 612 34 56",
        "+34 612 34 56 7",
        "+34 612 34 56 78",
      ]);
    });

    test("the dial code stays when the number is deleted, and can be changed by hand", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      await page.keyboard.type("612345678");
      await phone(page).selectText();
      await page.keyboard.press("Delete");
      await expect(phone(page)).toHaveValue("+34 ");
      await page.keyboard.type("612345678");
      await page.keyboard.down("Backspace");
      for (let held = 0; held < 20; held++) await page.keyboard.down("Backspace");
      await page.keyboard.up("Backspace");
      await expect(phone(page)).toHaveValue("+34 ");
      for (const shown of ["+3", "+", "+"]) {
        await page.keyboard.press("Backspace");
        await expect(phone(page)).toHaveValue(shown);
      }
      await page.keyboard.type("523312345678");
      await expect(phone(page)).toHaveValue("+52 33 1234 5678");
    });

    test("the country follows the dial code, and the digits behind one that several share", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      for (const [typed, name] of [
        ["+52", "México +52"],
        ["+4", "Elige el país"],
        ["+44", "Reino Unido +44"],
        ["+441534", "Jersey +44"],
        ["+7", "Rusia +7"],
        ["+77", "Kazajistán +7"],
        ["+1", "Estados Unidos +1"],
        ["+1416", "Canadá +1"],
        ["+1787", "Puerto Rico +1"],
        ["+1212", "Estados Unidos +1"],
      ] as const) {
        await phone(page).selectText();
        await page.keyboard.type(typed);
        await expect(country(page)).toHaveAccessibleName(`País: ${name}`);
      }
      await expect(page.locator(".phone [role=status]").last()).toHaveText("Estados Unidos +1");
    });

    test("a number is formatted by its country's pattern", async ({ browse, checkedSite }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      for (const shown of [
        "+34 612 34 56 78",
        "+52 33 1234 5678",
        "+44 20 7946 0958",
        "+1 201 555 0123",
        "+33 6 12 34 56 78",
        "+49 1512 3456789",
        "+39 06 1234 5678",
      ]) {
        await phone(page).selectText();
        await page.keyboard.type(shown.replaceAll(" ", ""));
        await expect(phone(page)).toHaveValue(shown);
      }
    });

    test("an unknown country shows 12 places, and takes 15 digits", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      await expect(nothingBehind(page)).toHaveCount(0);
      await phone(page).selectText();
      await page.keyboard.type("+");
      await expect(nothingBehind(page)).toHaveText(`+${"·".repeat(12)}`);
      await page.keyboard.type("999");
      await expect(nothingBehind(page)).toHaveText(`+999${"·".repeat(9)}`);
      await page.keyboard.type("12345678901234567890");
      await expect(phone(page)).toHaveValue("+999123456789012");
      await expect(nothingBehind(page)).toHaveCount(0);
    });

    test("what is pasted is understood", async ({ browse, checkedSite }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await enter(page);
      for (const text of [
        "0034 612 34 56 78",
        "(612) 345-678",
        "tel:+34-612-34-56-78",
        "612\u00a034\u202f56\u00a078",
        "٦١٢٣٤٥٦٧٨",
        "＋３４６１２３４５６７８",
        "Mi móvil: 612 34 56 78",
      ]) {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
        for (const into of ["+34 |", "[+52 33 1234 5678]"]) {
          await put(page, into);
          await page.keyboard.press("ControlOrMeta+v");
          expect(await marked(page), `${text} into ${into}`).toBe("+34 612 34 56 78|");
          await expect(country(page)).toHaveAccessibleName("País: España +34");
        }
      }
    });

    test("an extension is left out with a word, and so is a text without a number", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      const note = page.locator(".phone .field-warning");
      await page.keyboard.insertText("612 34 56 78 ext. 12");
      await expect(phone(page)).toHaveValue("+34 612 34 56 78");
      await expect(note).toHaveText("La extensión 12 no se incluye en el número.");
      await expect(note).toHaveAttribute("role", "status");
      await page.keyboard.press("Backspace");
      await expect(note).toHaveText("");
      await put(page, "+34 |");
      await page.keyboard.insertText("mirad mi CV");
      await expect(note).toHaveText("En lo que has pegado no hay ningún número.");
      await expect(phone(page)).toHaveValue("+34 ");
    });

    test("20 steps are undone and done again, with country and caret; keys within 200 ms are one", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await enter(page);
      // One step: every key comes within 200 ms of the one before.
      for (const key of "6123") {
        await page.keyboard.press(key);
        await page.clock.runFor(199);
      }
      await page.clock.runFor(1);
      await page.keyboard.press("4");
      expect(await marked(page)).toBe("+34 612 34|");
      await page.keyboard.press("ControlOrMeta+z");
      expect(await marked(page)).toBe("+34 612 3|");
      await page.keyboard.press("ControlOrMeta+z");
      expect(await marked(page)).toBe("+34 |");
      await page.keyboard.press("ControlOrMeta+z");
      expect(await marked(page)).toBe("+34 |");
      await page.keyboard.press("ControlOrMeta+Shift+z");
      expect(await marked(page)).toBe("+34 612 3|");
      await page.keyboard.press("Control+y");
      expect(await marked(page)).toBe("+34 612 34|");
      await page.keyboard.press("Control+y");
      expect(await marked(page)).toBe("+34 612 34|");

      // Country and caret come back too.
      await page.clock.runFor(200);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await phone(page).selectText();
      await page.keyboard.insertText("+52 33 1234 5678");
      await page.clock.runFor(200);
      await page.keyboard.press("Backspace");
      await expect(country(page)).toHaveAccessibleName("País: México +52");
      await page.keyboard.press("ControlOrMeta+z");
      expect(await marked(page)).toBe("+52 33 1234 5678|");
      await page.keyboard.press("ControlOrMeta+z");
      await expect(country(page)).toHaveAccessibleName("País: España +34");
      await expect(phone(page)).toHaveValue("+34 612 34");

      // In the middle of the number the caret is where the step was.
      await put(page, "+34 61|4 5");
      await page.clock.runFor(200);
      await page.keyboard.press("2");
      await page.clock.runFor(200);
      await page.keyboard.press("End");
      await page.keyboard.press("9");
      await page.keyboard.press("ControlOrMeta+z");
      expect(await marked(page)).toBe("+34 612 45|");
      await page.keyboard.press("ControlOrMeta+z");
      expect(await marked(page)).toBe("+34 61|4 5");

      // The menu's own undo comes as an event.
      const menu = (inputType: string) =>
        phone(page).evaluate(
          (field, type) =>
            field.dispatchEvent(
              new InputEvent("beforeinput", { inputType: type, cancelable: true, bubbles: true }),
            ),
          inputType,
        );
      expect(await menu("historyRedo")).toBe(false);
      await expect(phone(page)).toHaveValue("+34 612 45");
      expect(await menu("historyUndo")).toBe(false);
      await expect(phone(page)).toHaveValue("+34 614 5");

      // 25 steps, of which 20 can be undone.
      await put(page, "+34 |");
      for (let step = 0; step < 25; step++) {
        await page.clock.runFor(200);
        await page.keyboard.press(step % 2 === 0 ? "6" : "Backspace");
      }
      await expect(phone(page)).toHaveValue("+34 6");
      const steps: string[] = [];
      for (let step = 0; step < 25; step++) {
        await page.keyboard.press("ControlOrMeta+z");
        steps.push(await phone(page).inputValue());
      }
      const moves = steps.filter((value, index) => value !== (steps[index - 1] ?? "+34 6"));
      expect(moves).toHaveLength(20);
    });

    test("what is typed in the list of countries finds one, and begins anew after 1 second", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await enter(page);
      await country(page).focus();
      await page.keyboard.press("p");
      await expect(active(page)).toHaveText("NLPaíses Bajos+31");
      await page.clock.runFor(999);
      await page.keyboard.press("o");
      await expect(active(page)).toHaveText("PFPolinesia Francesa+689");
      await page.clock.runFor(1000);
      await page.keyboard.press("o");
      await expect(active(page)).toHaveText("OMOmán+968");
      await page.clock.runFor(1000);
      await page.keyboard.type("costa r");
      await expect(active(page)).toHaveText("CRCosta Rica+506");
      await page.clock.runFor(1000);
      await page.keyboard.type("germ");
      await expect(active(page)).toHaveText("DEAlemania+49");
      await page.clock.runFor(1000);
      await page.keyboard.type("44");
      await expect(active(page)).toHaveText("GGGuernesey+44");
      await page.clock.runFor(1000);
      await page.keyboard.type("mx");
      await expect(active(page)).toHaveText("MXMéxico+52");
      await page.keyboard.press("Enter");
      await expect(list(page)).toHaveCount(0);
      await expect(country(page)).toHaveAccessibleName("País: México +52");
      await expect(phone(page)).toBeFocused();
      expect(await marked(page)).toBe("+52 |");
    });

    test("the list is walked by keys, and left without a choice by Escape", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url }, pageOf("plain"), {
        locale: "fr-CA",
      });
      await enter(page);
      await page.keyboard.type("612345678");
      await country(page).focus();
      await page.keyboard.press("Enter");
      await expect(country(page)).toHaveAttribute("aria-expanded", "true");
      await expect(list(page)).toBeFocused();
      const options = list(page).getByRole("option");
      await expect(options).toHaveCount(245);
      await expect(options.first()).toHaveText("ESEspaña+34");
      await expect(options.nth(1)).toHaveText("CACanadá+1");
      await expect(active(page)).toHaveText("ESEspaña+34");
      const at = async (key: string, name: RegExp) => {
        await page.keyboard.press(key);
        await expect(active(page)).toHaveText(name);
        await expect(active(page)).toBeInViewport();
        const id = await active(page).getAttribute("id");
        await expect(list(page)).toHaveAttribute("aria-activedescendant", id ?? "");
      };
      await at("ArrowUp", /España/);
      await at("ArrowDown", /Canadá/);
      await at("End", /Zimbabue/);
      await at("ArrowDown", /Zimbabue/);
      await at("PageUp", /^UG/);
      await at("PageDown", /Zimbabue/);
      await at("Home", /España/);
      await at("PageDown", /Argelia/);
      await page.keyboard.press("Escape");
      await expect(list(page)).toHaveCount(0);
      await expect(country(page)).toBeFocused();
      await expect(country(page)).toHaveAttribute("aria-expanded", "false");
      await expect(phone(page)).toHaveValue("+34 612 34 56 78");

      // A choice keeps the number, and changes its dial code.
      await page.keyboard.press("ArrowDown");
      await at("ArrowDown", /Canadá/);
      await page.keyboard.press("Space");
      await expect(phone(page)).toHaveValue("+1 612 345 678");
      await phone(page).press("ControlOrMeta+z");
      await expect(country(page)).toHaveAccessibleName("País: España +34");
      await expect(phone(page)).toHaveValue("+34 612 34 56 78");
    });

    test("a country is searched by name, in English, by code and by dial code", async ({
      browse,
      checkedSite,
    }) => {
      const page = await opened({ browse, site: checkedSite.url });
      await enter(page);
      await country(page).click();
      await search(page).focus();
      for (const [query, first] of [
        ["alem", "DEAlemania+49"],
        ["GERMANY", "DEAlemania+49"],
        ["cr", "CRCosta Rica+506"],
        ["+506", "CRCosta Rica+506"],
        ["00506", "CRCosta Rica+506"],
      ] as const) {
        await search(page).fill(query);
        await expect(active(page)).toHaveText(first);
        await expect(list(page).getByRole("option").first()).toHaveText(first);
      }
      await search(page).fill("united");
      await expect(list(page).getByRole("option")).toHaveText([/^AE/, /^US/, /^GB/]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      const id = await active(page).getAttribute("id");
      await expect(search(page)).toHaveAttribute("aria-activedescendant", id ?? "");
      await search(page).fill("qqq");
      await expect(page.getByText("Ningún país coincide.")).toBeVisible();
      await search(page).fill("reino");
      await page.keyboard.press("Enter");
      await expect(country(page)).toHaveAccessibleName("País: Reino Unido +44");
      await expect(phone(page)).toBeFocused();
    });

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

      await fillIn(page, { phone: "+34 612 34" });
      await submit(page);
      const message = await phone(page).evaluate(
        (field: HTMLInputElement) => field.validationMessage,
      );
      expect(message).toBe(WRONG_ON_SUBMIT);
      await expect(phone(page)).toBeFocused();
      expect(platform.requestsOf("apply")).toEqual([]);

      await page.keyboard.press("End");
      await page.keyboard.type("5678");
      await expect(fault).toHaveCount(0);
      await expect(phone(page)).not.toHaveAttribute("aria-invalid", /./);
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
      await expect(phone(page)).toBeFocused();
      expect(await phone(page).evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
        WRONG_ON_SUBMIT,
      );
      expect(platform.requestsOf("apply")).toEqual([]);
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
  test("the field's code comes at the first touch of the form, and is at most 45 KB", async ({
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
    expect(scripts.some((script) => script.url().includes("phone-control"))).toBe(false);
    await page.getByLabel("Nombre").click();
    await expect(country(page)).toBeVisible();
    const bodies = await Promise.all(scripts.slice(before).map((script) => script.body()));
    expect(bodies.length).toBeGreaterThan(0);
    // As a server does it in passing, not as hard as it can be done.
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body, quality).length, 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(45 * 1024);
  });

  test("the caret is where a person expects it, key by key", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await enter(page);
    for (const [before, key, after] of PHONE_EDITS) {
      await put(page, before);
      if (key === "Backspace" || key === "Delete") await page.keyboard.press(key);
      else await page.keyboard.insertText(key);
      expect(await marked(page), `${before} and ${key}`).toBe(after);
    }
    // A key that does nothing leaves nothing behind.
    await put(page, "+34 |");
    await page.keyboard.press("Delete");
    await phone(page).selectText();
    await page.keyboard.insertText("+999");
    expect(await marked(page)).toBe("+999|");
    // Words at once, to the end, and cut out.
    for (const [before, key, after] of [
      ["+34 612 34 56 78|", "Control+Backspace", "+34 612 34 56|"],
      ["|+34 612 34 56 78", "Control+Delete", "+|34 612 34 56 78"],
      ["+34 [612 34] 56 78", "Control+x", "+34 |567 8"],
    ] as const) {
      await put(page, before);
      await page.keyboard.press(key);
      expect(await marked(page), `${before} and ${key}`).toBe(after);
    }
  });

  test("a part of the number that is dragged elsewhere in it arrives there", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await enter(page);
    await put(page, "+34 [612] 34 56 78");
    /** The middle of the line, in front of a character. */
    const at = async (character: number) => {
      const inner = await phone(page).evaluate((field: HTMLInputElement, end) => {
        const { fontSize, fontFamily, paddingLeft, borderLeftWidth } = getComputedStyle(field);
        const pen = document.createElement("canvas").getContext("2d");
        if (!pen) throw new Error("Nothing to measure with");
        pen.font = `${fontSize} ${fontFamily}`;
        const before = pen.measureText(field.value.slice(0, end)).width;
        return before + parseFloat(paddingLeft) + parseFloat(borderLeftWidth);
      }, character);
      const box = await phone(page).boundingBox();
      return [(box?.x ?? 0) + inner, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    await page.mouse.move(...(await at(5)));
    await page.mouse.down();
    // Only a press that lasts begins to drag: the browser's own delay.
    const pressedAt = await page.evaluate(() => performance.now());
    await expect
      .poll(() => page.evaluate((since) => performance.now() - since, pressedAt))
      .toBeGreaterThan(300);
    for (const character of [7, 10, 14, 15, 16]) await page.mouse.move(...(await at(character)));
    await page.mouse.up();
    await expect(phone(page)).toHaveValue("+34 345678612");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(phone(page)).toHaveValue("+34 612 34 56 78");
  });

  test("a keyboard that composes, on a touch screen, is let finish", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { hasTouch: true, isMobile: true });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await phone(page).tap();
    await expect(country(page)).toBeVisible();
    await expect(phone(page)).toHaveValue("+34 ");
    const keyboard = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      keyboard.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await compose("6");
    await compose("61");
    await compose("612");
    await expect(phone(page)).toHaveValue("+34 612");
    await keyboard.send("Input.insertText", { text: "6123" });
    expect(await marked(page)).toBe("+34 612 3|");
    // A suggestion takes the place of what was composed, letters and all.
    await compose("4a");
    await keyboard.send("Input.insertText", { text: "45678 " });
    expect(await marked(page)).toBe("+34 612 34 56 78|");
    // In the middle.
    await put(page, "+34 61|4 5");
    await compose("2");
    await compose("23");
    await keyboard.send("Input.insertText", { text: "23" });
    expect(await marked(page)).toBe("+34 612 3|4 5");
  });

  test("by touch: a country is found in the list, and the number is put in", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { hasTouch: true, isMobile: true });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await phone(page).tap();
    await country(page).tap();
    await expect(list(page)).toBeVisible();
    for (const target of [country(page), search(page), list(page).getByRole("option").first()]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    // Outside of it, it closes.
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

  test("what the browser fills in by itself lands right, whole or national", async ({
    browse,
    fakeSite,
  }) => {
    for (const [filled, shown] of [
      ["+34612345678", "+34 612 34 56 78"],
      ["612345678", "+34 612 34 56 78"],
      ["+523312345678", "+52 33 1234 5678"],
      ["0034612345678", "+34 612 34 56 78"],
    ] as const) {
      const page = await browse("full");
      await open(page, "full", fakeSite.url + pageOf("plain"));
      await expect(phone(page)).toHaveAttribute("autocomplete", "tel");
      await page.getByLabel("Nombre").focus();
      await expect(country(page)).toBeVisible();
      // Empty, as a field must be for the browser to fill it in with the others.
      await expect(phone(page)).toHaveValue("");
      await phone(page).evaluate((field: HTMLInputElement, value) => {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }, filled);
      await expect(phone(page)).toHaveValue(shown);
    }
  });

  test("Chromium's own autofill fills the number in along with the name", async ({
    browse,
    fakeSite,
  }) => {
    for (const saved of ["+34612345678", "612 34 56 78"]) {
      const page = await browse("full");
      await open(page, "full", fakeSite.url + pageOf("plain"));
      await page.getByLabel("Nombre").focus();
      await expect(country(page)).toBeVisible();
      const session = await page.context().newCDPSession(page);
      const { root } = await session.send("DOM.getDocument", { depth: -1 });
      const { nodeId } = await session.send("DOM.querySelector", {
        nodeId: root.nodeId,
        selector: "#first_name",
      });
      const { node } = await session.send("DOM.describeNode", { nodeId });
      const fields = Object.entries({
        NAME_FIRST: "Ana",
        NAME_LAST: "Gil",
        NAME_FULL: "Ana Gil",
        PHONE_HOME_WHOLE_NUMBER: saved,
        ADDRESS_HOME_STREET_ADDRESS: "Calle Mayor 1",
        ADDRESS_HOME_CITY: "Bilbao",
        ADDRESS_HOME_ZIP: "48001",
        ADDRESS_HOME_COUNTRY: "ES",
      }).map(([name, value]) => ({ name, value }));
      await session.send("Autofill.trigger", {
        fieldId: node.backendNodeId,
        // Newer than the types.
        ...({ address: { fields } } as object),
      });
      await expect(page.getByLabel("Apellidos")).toHaveValue("Gil");
      await expect(phone(page)).toHaveValue("+34 612 34 56 78");
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

  test("numbers of many countries are typed as they are dialled at home, and arrive", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const numbers: Record<string, [typed: string, e164: string]> = {
      GB: ["07400 123456", "+447400123456"],
      IT: ["06 1234 5678", "+390612345678"],
      US: ["(201) 555-0123", "+12015550123"],
      MX: ["33 1234 5678", "+523312345678"],
      DE: ["01512 3456789", "+4915123456789"],
      JP: ["090-1234-5678", "+819012345678"],
      CI: ["01 23 45 6789", "+2250123456789"],
    };
    for (const [code, [typed, e164]] of Object.entries(numbers)) {
      platform.position(fakePositions.plain, { country: code });
      const page = await browse("full");
      await open(page, "full", fakeSite.url + pageOf("plain"));
      await enter(page);
      await page.keyboard.type(typed);
      await fillIn(page, { phone: null });
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications.at(-1)?.field("phone"), code).toBe(e164);
    }
  });

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
