import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform-data";
import { expect, open, test, longIf } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";
import {
  WRONG,
  activeOption,
  country,
  focusPhone,
  readMarked,
  placeholderDigits,
  openPhone,
  phone,
  setMarked,
} from "../support/phone-page";

// app/application/phone/*.test.ts test the effects of single keys.

test.describe("full:", () => {
  test("formats a number as it is typed [2.24, 2.25, 3.25, 5.07, 5.08, 5.09, 5.10, 5.26, 9.09, 9.10, 9.11]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await expect(page.locator(".phone-country")).toHaveText(/España ?\+34/);
    await focusPhone(page);
    await expect(country(page)).toHaveAccessibleName("País: España +34");
    await expect(phone(page)).toHaveValue("+34 ");

    // After the dial code, the field accepts only digits.
    const shown: string[] = [];
    for (const key of "6a1-2 (3)4*5#67+8") {
      await page.keyboard.type(key);
      shown.push(await phone(page).inputValue());
    }
    expect(shown.at(-1)).toBe("+34 612 34 56 78");
    expect(shown.join(" ")).toMatch(/^[+\d ]*$/);
    expect(new Set(shown).size).toBe(9);

    // A held Backspace key doesn't delete the dial code. A separate key press does.
    const holdBackspace = async () => {
      for (let times = 0; times < 12; times++) await page.keyboard.down("Backspace");
      await page.keyboard.up("Backspace");
    };
    await holdBackspace();
    await expect(phone(page)).toHaveValue("+34 ");
    await page.keyboard.press("Backspace");
    expect(await readMarked(page)).toBe("|");
    await page.getByLabel("Nombre").focus();
    await expect(page.locator("#phone-error")).toHaveCount(0);

    // A number typed after deleting everything belongs to the selected country.
    await phone(page).focus();
    await page.keyboard.press("Backspace");
    await page.keyboard.type("622334455");
    expect(await readMarked(page)).toBe("+34 622 33 44 55|");
    await country(page).click();
    await page.keyboard.type("mx");
    await expect(activeOption(page)).toHaveText("MXMéxico+52");
    await page.keyboard.press("Enter");
    for (const unknown of ["+999", "+5"]) {
      await phone(page).selectText();
      await page.keyboard.type(unknown);
      await expect(country(page)).toHaveAccessibleName("País: Elige un país");
      await phone(page).selectText();
      await page.keyboard.press("Delete");
      await holdBackspace();
      expect(await readMarked(page)).toBe("|");
      await page.keyboard.type("6641234567");
      await expect(phone(page)).toHaveValue("+52 664 123 4567");
    }

    for (const [typed, name] of [
      ["+44 1534 123456", "Jersey +44"],
      ["+7 701", "Kazajistán +7"],
      ["+1 201 555 0123", "Estados Unidos +1"],
      ["+49 1512 3456789", "Alemania +49"],
      ["+1 416 555 0123", "Canadá +1"],
    ] as const) {
      await phone(page).selectText();
      await page.keyboard.type(typed.replaceAll(" ", ""));
      await expect(country(page)).toHaveAccessibleName(`País: ${name}`);
      await expect(phone(page)).toHaveValue(typed);
    }
    await expect(page.locator(".phone [role=status]").last()).toHaveText("Canadá +1");

    // For an unknown country, the field shows room for 12 digits and accepts 15.
    await expect(placeholderDigits(page)).toHaveCount(0);
    await phone(page).selectText();
    await page.keyboard.type("+");
    await expect(placeholderDigits(page)).toHaveText(`+${"·".repeat(12)}`);
    await page.keyboard.type("999");
    await expect(placeholderDigits(page)).toHaveText(`+999${"·".repeat(9)}`);
    await page.keyboard.type("12345678901234567890");
    await expect(phone(page)).toHaveValue("+999123456789012");
    await expect(placeholderDigits(page)).toHaveCount(0);

    await phone(page).fill("");
    platform.client({ country: null });
    await page.goto(`${fakeSite.url}${positionPath("plain")}?lang=en`);
    await expect(page.locator(".phone-country")).toHaveText(/United States ?\+1/);
  });

  test("parses a pasted number", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openPhone(page, fakeSite.url);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [text, into] of [
      ["0034 612 34 56 78", "+34 |"],
      ["(612) 345-678", "+34 |"],
      ["612\u00a034\u202f56\u00a078", "[+34 622]"],
      ["＋３４６１２３４５６７８", "[+52 33 1234 5678]"],
      ["Mi móvil: 612 34 56 78", "+34 |"],
    ] as const) {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await setMarked(page, into);
      await page.keyboard.press("ControlOrMeta+v");
      expect(await readMarked(page), `${text} into ${into}`).toBe("+34 612 34 56 78|");
      await expect(country(page)).toHaveAccessibleName("País: España +34");
    }

    const note = page.locator(".phone .field-warning");
    await setMarked(page, "+34 |");
    await page.keyboard.insertText("612 34 56 78 ext. 12");
    await expect(phone(page)).toHaveValue("+34 612 34 56 78");
    await expect(note).toHaveText("Hemos quitado la extensión 12.");
    await expect(note).toHaveAttribute("role", "status");
    await page.keyboard.press("Backspace");
    await expect(note).toHaveText("");
    await setMarked(page, "+34 |");
    await page.keyboard.insertText("mirad mi CV");
    await expect(note).toHaveText("En lo que has pegado no hay ningún número.");
    await expect(phone(page)).toHaveValue("+34 ");
    await page.keyboard.insertText("612 34 56 78 / 934 56 78 90");
    await page.keyboard.press("Tab");
    await expect(page.locator("#phone-error")).toHaveText("Escribe un solo número de teléfono.");
  });
});

test("partial, third parties blocked: edits a number in the phone field, and sends the form [2.24, 3.23, 3.24, 3.25, 4.08, 5.07, 5.08, 5.09, 7.10, 9.09, 9.11]", async ({
  browse,
  botCheckSite,
  platform,
  provider,
}) => {
  platform.client({ country: null });
  platform.position(fakePositions.plain, { standard: { phone: "optional" } });
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  const blocked: string[] = [];
  await page.route(/enterprise\.js/, (route) => {
    blocked.push(route.request().url());
    return route.abort();
  });
  await openPhone(page, botCheckSite.url);
  await expect(country(page)).toHaveAccessibleName("País: Estados Unidos +1");
  await expect(phone(page)).toHaveValue("+1 ");
  await country(page).focus();
  await page.keyboard.type("fran");
  await expect(activeOption(page)).toHaveText("FRFrancia+33");
  await page.keyboard.press("Enter");
  await page.keyboard.type("6a12345678");
  await expect(phone(page)).toHaveValue("+33 6 12 34 56 78");
  await phone(page).selectText();
  await page.keyboard.press("Delete");
  await expect(phone(page)).toHaveValue("+33 ");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(phone(page)).toHaveValue("+33 6 12 34 56 78");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await fillIn(page, { phone: null });
  await submit(page);
  await expect(page.locator("#phone-error")).toBeVisible();
  await phone(page).fill("612 34 56 78");
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(blocked[0]).toBe(`${provider.scriptUrl}?render=site-key`);
  expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
  expect(platform.applications[0]?.field("phone")).toBe("+33612345678");
});

test("full: shows the error only when the click that leaves the field ends @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await openPhone(page, fakeSite.url);
  await page.keyboard.type("612");
  await page.getByLabel("Apellidos").hover();
  await page.mouse.down();
  await expect(page.getByLabel("Apellidos")).toBeFocused();
  const waitForFrames = () =>
    page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
        ),
    );
  await waitForFrames();
  await expect(page.locator("#phone-error")).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator("#phone-error")).toHaveText(WRONG);
});

for (const isEnhanced of [true, false]) {
  const when = isEnhanced ? "after" : "before";
  test(`full: reports an invalid number that autofill enters ${when} the scripts load${longIf(!isEnhanced)}`, async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("plain"));
    const fill = () =>
      phone(page).evaluate((field: HTMLInputElement) => {
        field.value = "07400 123456";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
    if (!isEnhanced) await fill();
    await page.getByLabel("Nombre").focus();
    await expect(country(page)).toBeVisible();
    if (isEnhanced) await fill();
    await expect(page.locator("#phone-error")).toHaveText(WRONG);
    await expect(page.getByLabel("Nombre")).toBeFocused();
  });
}

for (const events of [["change"], []]) {
  const event = events.length > 0 ? "a change event" : "no event";
  test(`full: accepts a number after a script has cleared the field with ${event} @long`, async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("plain"));
    await setMarked(page, "+34 612|");
    await phone(page).evaluate((field: HTMLInputElement, names) => {
      field.value = "";
      for (const name of names) field.dispatchEvent(new Event(name, { bubbles: true }));
    }, events);
    await page.keyboard.type("622334455");
    expect(await readMarked(page)).toBe("+34 622 33 44 55|");
  });
}
