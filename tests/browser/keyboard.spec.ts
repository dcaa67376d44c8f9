import type { Locator, Page } from "playwright/test";
import { messagesFor } from "../../app/i18n/messages";
import { fakePositions } from "../support/fake-platform";
import {
  focusedStop,
  focusFaults,
  nameStops,
  rememberLooks,
  startAtEnd,
  startAtTop,
} from "../support/focus";
import { applied, CV } from "../support/form-page";
import { phone } from "../support/phone-page";
import { screenState } from "../support/screen-states";
import { STATE_WAYS } from "../support/states/scene";
import { expect, test } from "../support/states/stage";

const WALKED = ["career-site", "position-idle", "form-all-errors", "applied-delivered"];
const t = messagesFor("es-es");

/** Presses a key that moves the focus. On a busy machine it moves a moment after the key. */
async function pressToMove(page: Page, key: "Tab" | "Shift+Tab") {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  await page.waitForFunction((was) => document.activeElement !== was, before);
}

/** Presses the key again and again, until the focus leaves the page or is back where it began. */
async function walk(page: Page, key: "Tab" | "Shift+Tab"): Promise<string[]> {
  const walked: string[] = [];
  const begun = await focusedStop(page);
  for (;;) {
    await pressToMove(page, key);
    const name = await focusedStop(page);
    if (name === undefined || name === begun || walked.includes(name)) return walked;
    walked.push(name);
    await expect.poll(() => focusFaults(page), `at ${name}`).toEqual([]);
  }
}

/**
 * Wakes the phone field, which adds a tab stop (its list of countries), and goes back to the top.
 */
async function wakeForm(page: Page) {
  if ((await phone(page).count()) === 0) return;
  await page.locator("#first_name").focus();
  await page.getByRole("button", { name: `${t["phone.country"]}: ` }).waitFor();
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(async () => {
    await pressToMove(page, "Tab");
    const isThere = (element: Element) => element === document.activeElement;
    expect((await target.count()) > 0 && (await target.evaluate(isThere))).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Presses Tab at the top of a page, and follows the link that skips its header. */
async function skipHeader(page: Page) {
  await page.waitForLoadState();
  await startAtTop(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: t["skip.content"] });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus")).toHaveCount(1);
}

test.describe("full:", () => {
  for (const name of WALKED) {
    test(`Tab leads through ${name} as it is read, in sight and marked, on a phone and on a wide screen`, async ({
      reach,
    }) => {
      const page = await reach(screenState(name), "full", "es-es");
      await wakeForm(page);
      // A page with errors moves the focus to them once it is loaded.
      await page.waitForLoadState();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await startAtTop(page);
        await rememberLooks(page);
        const stops = await nameStops(page);
        expect(await walk(page, "Tab")).toEqual(stops);
        await startAtEnd(page);
        expect(await walk(page, "Shift+Tab")).toEqual(stops.toReversed().slice(1));
      }
    });
  }
});

for (const way of STATE_WAYS) {
  test.describe(`${way}:`, () => {
    test("a job is applied to without a pointer", async ({ reach, stage }) => {
      const page = await reach(screenState("career-site"), way, "es-es");
      stage.platform.on("positions").reset();
      const chooser = page.waitForEvent("filechooser");
      await page.reload();
      await skipHeader(page);
      await tabTo(page, page.getByRole("searchbox"));
      await page.keyboard.type("jefe");
      await page.keyboard.press("Enter");
      await expect(page.locator("#job-count")).toHaveText("1 oferta");
      await tabTo(page, page.getByRole("link", { name: "Jefe de taller" }));
      await page.keyboard.press("Enter");
      await expect(page).toHaveTitle("Job application");
      await skipHeader(page);

      await tabTo(page, page.locator("#first_name"));
      await page.keyboard.type("Ana");
      await tabTo(page, page.locator("#last_name"));
      await page.keyboard.type("Pérez");
      if (way === "full") {
        await tabTo(page, page.getByRole("button", { name: `${t["phone.country"]}: ` }));
        await page.keyboard.press("Enter");
        await page.keyboard.type("portu");
        await page.keyboard.press("Enter");
        await expect(phone(page)).toBeFocused();
        await page.keyboard.type("912345678");
      } else {
        await tabTo(page, phone(page));
        await page.keyboard.type("+351 912 345 678");
      }
      await tabTo(page, page.locator("#cv"));
      await page.keyboard.press("Space");
      await (await chooser).setFiles(CV);
      await tabTo(page, page.getByRole("radio", { name: "Sí" }));
      await page.keyboard.press("Space");
      await tabTo(page, page.getByRole("radio", { name: "Ya" }));
      await page.keyboard.press("ArrowDown");
      await tabTo(page, page.locator("textarea"));
      await page.keyboard.type("Por las bicicletas");
      await tabTo(page, page.locator("#privacy_policy"));
      await page.keyboard.press("Space");
      if (way === "full") {
        const policy = page.locator("form").getByRole("link", { name: t["form.privacy_link"] });
        await tabTo(page, policy);
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog")).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(policy).toBeFocused();
      }
      await tabTo(page, page.getByRole("button", { name: t["apply.submit"] }));
      await page.keyboard.press("Enter");
      await expect(applied(page)).toBeVisible();
      await skipHeader(page);
      const [application] = stage.platform.applications.filter(
        ({ positionId }) => positionId === fakePositions.questions,
      );
      expect(application?.field("phone")).toBe("+351912345678");
      expect(application?.field("killer_questions")).toContain('"answer":"En un mes"');
    });
  });
}
