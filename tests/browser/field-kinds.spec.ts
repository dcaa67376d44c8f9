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
import { expect, hasScripts, type Way, longIf } from "../support/fixtures";
import { fillIn, submit, removeConstraints } from "../support/form-page";
import { test } from "../support/form-steps";
import { watchPages } from "../support/xss-pages";

// tests/requests/fields.test.ts tests every case on the server.
for (const [way, which] of [
  ["full", "empty"],
  ["full", "wrong"],
  ["full", "hostile"],
  ["plain", "hostile"],
] as const) {
  test(`${way}: shows the error of each kind of field with ${which} values, and sends valid values [10.03]${longIf(which !== "wrong")}`, async ({
    openForm,
    platform,
  }) => {
    platform.position(fakePositions.plain, positionWithAllKinds());
    const page = await openForm({ way, position: "plain", expectErrors: /status of 422/ });
    const { checkPage, expectNothing } = await watchPages(page);
    await fillIn(page);
    await page.locator("textarea").fill("");
    await page.getByRole("radio").evaluateAll((radios: HTMLInputElement[]) => {
      for (const radio of radios) radio.checked = false;
    });
    for (const kind of KINDS) await enter(page, kind, which);
    const found: Record<string, string> = {};
    while (!(await isSent(page, way))) {
      const errors = await readErrors(page);
      expect(Object.keys(errors), "a form that isn't sent shows an error").not.toEqual([]);
      const again = Object.keys(errors).filter((name) => name in found);
      expect(again, "a corrected field shows no error").toEqual([]);
      Object.assign(found, errors);
      await checkPage(page);
      for (const kind of KINDS) {
        if (errors[controlName(kind)] !== undefined) await enter(page, kind, "valid");
      }
    }
    expect(found).toEqual(expectedMessages(which));
    await checkPage(page);
    expectNothing();
    expect(platform.applications.map(receivedAnswers)).toEqual([expectedAnswers(which)]);
  });
}

/** Submits the form. @returns whether the form was sent without errors */
async function isSent(page: Page, way: Way): Promise<boolean> {
  if (!hasScripts(way)) {
    // Simulate a browser that doesn't check constraints.
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

async function readErrors(page: Page): Promise<Record<string, string>> {
  const found = await page
    .locator(".field-error")
    .evaluateAll((all) => all.map(({ id, textContent }) => [id, textContent] as const));
  return Object.fromEntries(
    found.map(([id, text]) => {
      // With scripts, the message of a file field begins with the file name.
      return [id.replace(/-error$/, ""), text.replace(/^\S+\.pdf: /, "")];
    }),
  );
}
