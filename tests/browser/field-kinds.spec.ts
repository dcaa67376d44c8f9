import type { Page } from "playwright/test";
import { fakePositions } from "../support/fake-platform";
import {
  positionWithAllKinds,
  controlName,
  enter,
  KINDS,
  expectedMessages,
  receivedAnswers,
  expectedAnswers,
} from "../support/field-cases";
import { expect, hasScripts, type Way } from "../support/fixtures";
import { fillIn, submit, removeConstraints } from "../support/form-page";
import { test } from "../support/form-steps";
import { watchPages } from "../support/xss-pages";

// tests/requests/field-kinds.test.ts has every case, as the server reads it.
for (const [way, which] of [
  ["full", "empty"],
  ["full", "wrong"],
  ["full", "hostile"],
  ["plain", "hostile"],
] as const) {
  test(`${way}: each kind of field has its message when it is ${which}, and the rest is sent as it was [10.03]`, async ({
    openForm,
    platform,
  }) => {
    platform.position(fakePositions.plain, positionWithAllKinds());
    const page = await openForm({ way, position: "plain", expectErrors: /status of 422/ });
    const { look, expectNothing } = await watchPages(page);
    await fillIn(page);
    await page.locator("textarea").fill("");
    await page.getByRole("radio").evaluateAll((radios: HTMLInputElement[]) => {
      for (const radio of radios) radio.checked = false;
    });
    for (const kind of KINDS) await enter(page, kind, which);
    const found: Record<string, string> = {};
    while (!(await isSent(page, way))) {
      const faults = await faultsOn(page);
      expect(Object.keys(faults), "a form that is not sent has a message").not.toEqual([]);
      const again = Object.keys(faults).filter((name) => name in found);
      expect(again, "a corrected field has no message").toEqual([]);
      Object.assign(found, faults);
      await look(page);
      for (const kind of KINDS) {
        if (faults[controlName(kind)] !== undefined) await enter(page, kind, "valid");
      }
    }
    expect(found).toEqual(expectedMessages(which));
    await look(page);
    expectNothing();
    expect(platform.applications.map(receivedAnswers)).toEqual([expectedAnswers(which)]);
  });
}

/** Sends the form. @returns whether it was sent; otherwise it has messages */
async function isSent(page: Page, way: Way): Promise<boolean> {
  if (!hasScripts(way)) {
    // Browsers that check no constraints send it as it is.
    await removeConstraints(page.locator("#application"));
    await page.evaluate(() => document.documentElement.setAttribute("data-before", ""));
    await submit(page);
    await page.locator("html:not([data-before])").waitFor();
    await page.waitForLoadState("load");
  } else await submit(page);
  const sent = page.locator(".receipt, .applied").first();
  await expect(sent.or(page.locator("#answer")).first()).toBeVisible();
  return sent.isVisible();
}

/** The messages at the fields, by the fields' names. */
async function faultsOn(page: Page): Promise<Record<string, string>> {
  const found = await page
    .locator(".field-error")
    .evaluateAll((all) => all.map(({ id, textContent }) => [id, textContent] as const));
  return Object.fromEntries(
    found.map(([id, text]) => {
      // With scripts, a file's message begins with its name.
      return [id.replace(/-error$/, ""), text.replace(/^\S+\.pdf: /, "")];
    }),
  );
}
