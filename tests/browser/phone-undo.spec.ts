import { expect, test } from "../support/fixtures";
import { country, marked, openPhone, phone, put } from "../support/phone-page";

// How many steps there are: app/application/phone/history.test.ts.

test("full: steps are undone and done again, with country and caret; keys within 200 ms are one", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await page.clock.install();
  await openPhone(page, fakeSite.url);
  await page.clock.pauseAt(Date.now() + 60_000);
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
  await page.keyboard.press("Meta+z");
  expect(await marked(page)).toBe("+34 |");
  await page.keyboard.press("Meta+Shift+z");
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
  // Mexico's numbering plan comes now.
  await expect(phone(page)).toHaveValue("+52 33 1234 5678");
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

  // What was typed is undone by itself, however soon some of it was deleted.
  await put(page, "+34 |");
  await page.clock.runFor(200);
  await page.keyboard.type("622334455");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await marked(page)).toBe("+34 622 33 44 55|");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await marked(page)).toBe("+34 |");
});
