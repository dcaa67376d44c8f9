import { positionPath } from "../support/application-form";
import { expect, open, longIf } from "../support/fixtures";
import { fillIn } from "../support/form-page";
import { apply, test } from "../support/form-steps";
import { country, phone } from "../support/phone-page";

// The events that password managers and browsers other than Chromium send on autofill. phone-editing.spec.ts
// tests Chromium's autofill.
const FILLS = {
  "an input event without inputType": ["input"],
  "an input and a change event": ["input", "change"],
};

for (const [name, events] of Object.entries(FILLS)) {
  for (const saved of ["+34612345678", "612 34 56 78"]) {
    test(`full: formats an autofilled ${saved} after ${name}${longIf(saved.startsWith("+") === events.includes("change"))}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse("full");
      await open(page, "full", fakeSite.url + positionPath("plain"));
      await page.getByLabel("Nombre").focus();
      await expect(country(page)).toBeVisible();
      await phone(page).evaluate(
        (field: HTMLInputElement, { events, saved }) => {
          field.value = saved;
          for (const type of events) field.dispatchEvent(new Event(type, { bubbles: true }));
        },
        { events, saved },
      );
      await expect(phone(page)).toHaveValue("+34 612 34 56 78");
      await fillIn(page, { phone: null });
      await apply(page);
      expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
    });
  }
}
