import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { askingAllKinds, CASES, controlOf, enter, KINDS } from "../support/field-cases";
import { expect, hasScripts, open, test, WAYS, type Way } from "../support/fixtures";
import { fillIn, submit, withoutConstraints } from "../support/form-page";
import { watched } from "../support/xss-pages";

/** Each kind of field by this table: what is said of what was entered, and what the platform is sent. */
const said = (which: (typeof CASES)[number]) =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const words = kind.said[which];
      return words === undefined ? [] : [[controlOf(kind), words]];
    }),
  );

for (const way of WAYS) {
  for (const which of CASES) {
    test(`${way}: what is ${which} in a field of each kind is said at it, and the rest goes as it was`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.position(fakePositions.plain, askingAllKinds());
      const page = await browse(way, { expectErrors: /status of 422/ });
      const { look, expectNothing } = await watched(page);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page);
      await page.locator("textarea").fill("");
      await page.locator("#application").evaluate((form: HTMLFormElement) => {
        // What `fillIn` has chosen of the questions.
        form.querySelectorAll<HTMLInputElement>("[type=radio]").forEach((radio) => {
          radio.checked = false;
        });
      });
      for (const kind of KINDS) await enter(page, kind, which);
      const found: Record<string, string> = {};
      while (!(await isSent(page, way))) {
        const faults = await faultsOn(page);
        expect(Object.keys(faults), "something is said").not.toEqual([]);
        const again = Object.keys(faults).filter((name) => name in found);
        expect(again, "what is mended is not said again").toEqual([]);
        Object.assign(found, faults);
        await look(page);
        for (const kind of KINDS) {
          if (faults[controlOf(kind)] !== undefined) await enter(page, kind, "valid");
        }
      }
      expect(found).toEqual(said(which));
      await look(page);
      expectNothing();
      const [sent] = platform.applications;
      const isFile = ({ field }: (typeof KINDS)[number]) => field.kind === "file";
      const value = (kind: (typeof KINDS)[number]) => kind.sent[which] ?? kind.sent.valid;
      expect(JSON.parse(sent?.field("fields") ?? "null")).toEqual(
        KINDS.filter((kind) => !isFile(kind)).map((kind) => ({
          id: kind.field.id,
          value: value(kind),
        })),
      );
      for (const kind of KINDS.filter(isFile)) {
        const file = sent?.files.find(({ name }) => name === `file:${kind.field.id}`);
        expect(file?.sha256).toBe(value(kind));
      }
    });
  }
}

/** Sends the form. @returns whether it has gone; else what is wrong is said. */
async function isSent(page: Page, way: Way): Promise<boolean> {
  if (!hasScripts(way)) {
    // Browsers that do not check a form by themselves send it as it is.
    await withoutConstraints(page.locator("#application"));
    await page.evaluate(() => document.documentElement.setAttribute("data-before", ""));
    await submit(page);
    await page.locator("html:not([data-before])").waitFor();
    await page.waitForLoadState("load");
  } else await submit(page);
  const sent = page.locator(".receipt, .applied").first();
  await expect(sent.or(page.locator("#answer")).first()).toBeVisible();
  return sent.isVisible();
}

/** What is said at each field. */
async function faultsOn(page: Page): Promise<Record<string, string>> {
  const found = await page
    .locator(".field-error")
    .evaluateAll((all) => all.map(({ id, textContent }) => [id, textContent] as const));
  return Object.fromEntries(
    found.map(([id, text]) => {
      // With scripts, what is said of a file begins with its name.
      return [id.replace(/-error$/, ""), text.replace(/^\S+\.pdf: /, "")];
    }),
  );
}
