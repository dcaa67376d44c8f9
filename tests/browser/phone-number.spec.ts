import { fakePositions } from "../support/fake-platform-data";
import { expect, test } from "../support/fixtures";
import {
  PHONE_WAYS,
  country,
  enter,
  marked,
  nothingBehind,
  openerIn,
  phone,
  put,
} from "../support/phone-page";

for (const way of PHONE_WAYS) {
  test.describe(`${way}:`, () => {
    const opened = openerIn(way);

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
      await page.keyboard.press("Backspace");
      await expect(phone(page)).toHaveValue("");
      await page.keyboard.type("+523312345678");
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
  });
}
