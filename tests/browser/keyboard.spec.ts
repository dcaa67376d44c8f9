import type { Locator, Page } from "playwright/test";
import { messagesFor } from "~/app/i18n/messages";
import { longIf } from "../support/fixtures";
import { fakePositions } from "../support/fake-platform";
import { appliedMessage, CV } from "../support/form-page";
import { phone } from "../support/phone-page";
import { screenState } from "../support/screen-states";
import { isLong } from "../support/size";
import { STATE_WAYS } from "../support/states/scene";
import { expect, test } from "../support/states/reach";

const PAGES = ["career-site", "position-idle", "form-all-errors", "applied-delivered"];
const t = messagesFor("es-es");

/** Presses a key and waits until the focus has moved. */
async function pressToMove(page: Page, key: "Tab" | "Shift+Tab") {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  await page.waitForFunction((was) => document.activeElement !== was, before);
}

/**
 * Presses the key until focus leaves the page or returns to a tab stop already visited. Expects a visible
 * focus at each stop. @returns the visited stops
 */
async function walk(page: Page, key: "Tab" | "Shift+Tab"): Promise<string[]> {
  const walked: string[] = [];
  const begun = await focusedStop(page);
  for (;;) {
    await pressToMove(page, key);
    const name = await focusedStop(page);
    if (name === undefined || name === begun || walked.includes(name)) return walked;
    walked.push(name);
    await expect.poll(() => findFocusProblems(page), `at ${name}`).toEqual([]);
  }
}

/** Hydrates the phone field, which adds a tab stop for the list of countries. */
async function hydratePhoneField(page: Page) {
  if ((await phone(page).count()) === 0) return;
  await page.locator("#first_name").focus();
  await page.getByRole("button", { name: `${t["phone.country"]}: ` }).waitFor();
}

async function tabTo(page: Page, target: Locator) {
  await expect(async () => {
    await pressToMove(page, "Tab");
    const isFocused = (element: Element) => element === document.activeElement;
    expect((await target.count()) > 0 && (await target.evaluate(isFocused))).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Presses Tab at the top of a page and follows the skip link. */
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
  for (const name of PAGES) {
    test(`moves a visible focus through ${name} in document order${longIf(name !== "form-all-errors")}`, async ({
      reach,
    }) => {
      const page = await reach(screenState(name), "full", "es-es");
      await hydratePhoneField(page);
      // A page with errors moves the focus to its error summary once it has loaded.
      await page.waitForLoadState();
      for (const width of isLong ? [390, 1280] : [390]) {
        await page.setViewportSize({ width, height: 800 });
        await startAtTop(page);
        await recordStyles(page);
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
    test("applies without a pointer @long", async ({ reach, stage }) => {
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
      await expect(appliedMessage(page)).toBeVisible();
      await skipHeader(page);
      const [application] = stage.platform.applications.filter(
        ({ positionId }) => positionId === fakePositions.questions,
      );
      expect(application?.field("phone")).toBe("+351912345678");
      expect(application?.field("killer_questions")).toContain('"answer":"En un mes"');
    });
  });
}

/** Records the unfocused outline and shadow of each element, for `findFocusProblems`. */
async function recordStyles(page: Page) {
  await page.evaluate(() => {
    const styles = new Map<Element, string>();
    for (const element of document.querySelectorAll("*")) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      styles.set(element, [outlineStyle, outlineWidth, outlineColor, boxShadow].join());
    }
    Object.assign(window, { styles });
  });
}

/**
 * Returns the reasons why keyboard users can't see the focus: it has no focus indicator, or the focused
 * element is out of view or covered by a fixed element.
 */
const findFocusProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return ["nothing has focus"];
    const { styles } = window as unknown as { styles: Map<Element, string> };

    const isMarked = (element: Element) => {
      const style = getComputedStyle(element);
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = style;
      const focusStyle = [outlineStyle, outlineWidth, outlineColor, boxShadow].join();
      const isTransparent = /transparent|, 0\)$|\/ 0\)$/.test(outlineColor);
      const hasOutline =
        outlineStyle !== "none" && !isTransparent && Number.parseFloat(outlineWidth) >= 2;
      return focusStyle !== styles.get(element) && (hasOutline || boxShadow !== "none");
    };
    const around = [focused.previousElementSibling, focused.nextElementSibling];
    for (let outer = focused.parentElement, step = 0; outer && step < 3; step += 1) {
      around.push(outer);
      outer = outer.parentElement;
    }
    const isSeen = [focused, ...around].some((element) => element && isMarked(element));

    /** Returns the nearest fixed or sticky element among the element and its ancestors. */
    const findPinned = (element: Element | null): Element | null => {
      for (let outer = element; outer; outer = outer.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(outer).position)) return outer;
      }
      return null;
    };
    const isCovered = (x: number, y: number) => {
      const cover = findPinned(document.elementFromPoint(x, y));
      return cover !== null && !cover.contains(focused);
    };
    // Use the first line of a link, because a link over several lines isn't a rectangle.
    const box = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
    const { left, right, top, bottom } = box;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inset = 2;
    const corners = [left + inset, right - inset].flatMap((x) =>
      [top + inset, bottom - inset].map((y) => [x, y] as const),
    );
    const isInView = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
    return [
      ...(isSeen ? [] : ["no focus indicator"]),
      ...(isInView ? [] : ["out of view"]),
      ...([[x, y] as const, ...corners].some(([x, y]) => isCovered(x, y))
        ? ["covered by a fixed element"]
        : []),
    ];
  });

/** Returns the names of all tab stops in document order. A group of radio buttons is one stop. */
const nameStops = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, summary, textarea, [tabindex]",
      ),
    ];
    const nameStop = (element: Element) => {
      if (element.matches("[type=radio]")) return `radio ${element.getAttribute("name") ?? ""}`;
      const words = (element.getAttribute("aria-label") ?? element.textContent).trim();
      // Add the element's index, because two links can have the same text.
      return `${element.localName} ${element.id || words} [${all.findIndex((other) => other === element)}]`;
    };
    const stops = all.filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(":disabled, [type=hidden]") &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    Object.assign(window, { nameStop, stops });
    return [...new Set(stops.map(nameStop))];
  });

/** Returns the name of the focused tab stop, or undefined if nothing has focus. */
const focusedStop = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { nameStop } = window as unknown as { nameStop: (element: Element) => string };
    const focused = document.activeElement;
    return focused && focused !== document.body ? nameStop(focused) : undefined;
  });

const startAtTop = (page: Page) =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    window.scrollTo(0, 0);
  });

const startAtEnd = (page: Page) =>
  page.evaluate(() => {
    const { stops } = window as unknown as { stops: HTMLElement[] };
    stops.at(-1)?.focus();
  });
