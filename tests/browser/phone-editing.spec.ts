import { chromium } from "playwright/test";
import { CHROMIUM_ARGS, ensureChromium } from "~/scripts/chromium.mjs";
import { positionPath } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { PHONE_EDITS } from "../support/phone-edits";
import { country, readMarked, openPhone, phone, setMarked } from "../support/phone-page";

/** A third of the edits. The unit tests test all edits. */
const SOME_EDITS = PHONE_EDITS.filter((_, index) => index % 3 === 0);

test.describe("full:", () => {
  test("sets the expected number and caret after each key", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openPhone(page, fakeSite.url);
    for (const [before, key, after] of SOME_EDITS) {
      await setMarked(page, before);
      if (key === "Backspace" || key === "Delete") await page.keyboard.press(key);
      else await page.keyboard.insertText(key);
      // The field regroups the number when the numbering plan has loaded.
      await expect.poll(() => readMarked(page), `${before} and ${key}`).toBe(after);
    }
    // A key without effect doesn't change the next edit.
    await setMarked(page, "+34 |");
    await page.keyboard.press("Delete");
    await phone(page).selectText();
    await page.keyboard.insertText("+999");
    expect(await readMarked(page)).toBe("+999|");
    // Selected digits can't be dragged.
    const isDragged = await phone(page).evaluate((field) =>
      field.dispatchEvent(new DragEvent("dragstart", { cancelable: true })),
    );
    expect(isDragged).toBe(false);
    // Delete a word backwards, delete a word forwards, and cut.
    for (const [before, key, after] of [
      ["+34 612 34 56 78|", "Control+Backspace", "+34 612 34 56|"],
      ["|+34 612 34 56 78", "Control+Delete", "+|34 612 34 56 78"],
      ["+34 [612 34] 56 78", "Control+x", "+34 |567 8"],
    ] as const) {
      await setMarked(page, before);
      await page.keyboard.press(key);
      expect(await readMarked(page), `${before} and ${key}`).toBe(after);
    }
  });

  test("accepts composed input", async ({ browse, fakeSite }) => {
    const page = await browse("full", { hasTouch: true, isMobile: true });
    await open(page, "full", fakeSite.url + positionPath("plain"));
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
    expect(await readMarked(page)).toBe("+34 612 3|");
    // A suggestion replaces all of the composed text, including letters.
    await compose("4a");
    await keyboard.send("Input.insertText", { text: "45678 " });
    expect(await readMarked(page)).toBe("+34 612 34 56 78|");
    // Simulate dictation, which inserts word by word.
    await setMarked(page, "+34 |");
    for (const words of ["612", " 34 56", " 78"]) await page.keyboard.insertText(words);
    expect(await readMarked(page)).toBe("+34 612 34 56 78|");
    // Compose in the middle of the number.
    await setMarked(page, "+34 61|4 5");
    await compose("2");
    await compose("23");
    await keyboard.send("Input.insertText", { text: "23" });
    expect(await readMarked(page)).toBe("+34 612 3|4 5");
  });

  test("formats the number from Chromium's autofill @long", async ({ fakeSite }) => {
    // Chromium's headless shell doesn't support autofill.
    const browser = await chromium.launch({
      executablePath: ensureChromium({ noShell: true }),
      args: CHROMIUM_ARGS,
    });
    for (const saved of ["+34612345678", "612 34 56 78"]) {
      const page = await browser.newPage({ locale: "es-ES" });
      await open(page, "full", fakeSite.url + positionPath("plain"));
      await expect(phone(page)).toHaveAttribute("autocomplete", "tel");
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
        // Playwright's types lack `address`.
        ...({ address: { fields } } as object),
      });
      await expect(page.getByLabel("Apellidos")).toHaveValue("Gil");
      await expect(phone(page)).toHaveValue("+34 612 34 56 78");
    }
    await browser.close();
  });
});

test("full: undoes and redoes edits [9.12, 9.13]", async ({ browse, fakeSite }) => {
  const page = await browse("full");
  await page.clock.install();
  await openPhone(page, fakeSite.url);
  await page.clock.pauseAt(Date.now() + 60_000);
  // Keys typed less than 200 ms apart form one undo step.
  for (const key of "6123") {
    await page.keyboard.press(key);
    await page.clock.runFor(199);
  }
  await page.clock.runFor(1);
  await page.keyboard.press("4");
  expect(await readMarked(page)).toBe("+34 612 34|");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 612 3|");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 |");
  await page.keyboard.press("Meta+z");
  expect(await readMarked(page)).toBe("+34 |");
  await page.keyboard.press("Meta+Shift+z");
  expect(await readMarked(page)).toBe("+34 612 3|");
  await page.keyboard.press("Control+y");
  expect(await readMarked(page)).toBe("+34 612 34|");
  await page.keyboard.press("Control+y");
  expect(await readMarked(page)).toBe("+34 612 34|");

  // Undo also restores the country and the caret.
  await page.clock.runFor(200);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await phone(page).selectText();
  await page.keyboard.insertText("+52 33 1234 5678");
  // Wait for Mexico's numbering plan.
  await expect(phone(page)).toHaveValue("+52 33 1234 5678");
  await page.clock.runFor(200);
  await page.keyboard.press("Backspace");
  await expect(country(page)).toHaveAccessibleName("País: México +52");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+52 33 1234 5678|");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(country(page)).toHaveAccessibleName("País: España +34");
  await expect(phone(page)).toHaveValue("+34 612 34");

  // After an edit in the middle of the number, undo moves the caret back there.
  await setMarked(page, "+34 61|4 5");
  await page.clock.runFor(200);
  await page.keyboard.press("2");
  await page.clock.runFor(200);
  await page.keyboard.press("End");
  await page.keyboard.press("9");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 612 45|");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 61|4 5");

  // Undo and Redo in the browser's menu send a `beforeinput` event.
  const chooseInMenu = (inputType: string) =>
    phone(page).evaluate(
      (field, type) =>
        field.dispatchEvent(
          new InputEvent("beforeinput", { inputType: type, cancelable: true, bubbles: true }),
        ),
      inputType,
    );
  expect(await chooseInMenu("historyRedo")).toBe(false);
  await expect(phone(page)).toHaveValue("+34 612 45");
  expect(await chooseInMenu("historyUndo")).toBe(false);
  await expect(phone(page)).toHaveValue("+34 614 5");

  // Typing and deleting are separate undo steps, even within 200 ms.
  await setMarked(page, "+34 |");
  await page.clock.runFor(200);
  await page.keyboard.type("622334455");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 622 33 44 55|");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 |");

  // Of these 27 steps, the last 20 can be undone.
  const digits = "612345678".split("");
  for (const key of [...digits, ...digits.map(() => "Backspace"), ...digits]) {
    await page.keyboard.press(key);
    await page.clock.runFor(200);
  }
  for (const _ of Array(25)) await page.keyboard.press("ControlOrMeta+z");
  expect(await readMarked(page)).toBe("+34 612 34 56|");
  for (const _ of Array(25)) await page.keyboard.press("ControlOrMeta+y");
  expect(await readMarked(page)).toBe("+34 612 34 56 78|");
});
