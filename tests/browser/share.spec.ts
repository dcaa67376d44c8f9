import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakePositions } from "../support/fake-platform";
import { expect, expectHydrated, test } from "../support/fixtures";

const SHARED = `/${fakeClientCode}/mecanica-de-bicicletas/${fakePositions.plain}`;

/** Replaces the browser's sharing functions with functions that record their input. */
async function replaceSharing(
  page: Page,
  { sheet, clipboard }: { sheet?: string; clipboard: boolean },
) {
  await page.addInitScript(
    ({ sheet, clipboard }) => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, "clipboard", {
        value: clipboard && { writeText: async (text: string) => void shared.push(text) },
      });
      // Delete `share` on the prototype, because the `in` operator finds inherited properties.
      delete (Navigator.prototype as { share?: unknown }).share;
      if (sheet === undefined) return;
      const share = async (data: unknown) => {
        shared.push(data);
        if (sheet !== "") throw new DOMException("", sheet);
      };
      Object.defineProperty(navigator, "share", { value: share });
    },
    { sheet, clipboard },
  );
}

const readShared = (page: Page) =>
  page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
const button = (page: Page, name = "Compartir") => page.getByRole("button", { name, exact: true });

test.describe("full:", () => {
  test(
    "shares a position with the system's share sheet [11.06]",
    {
      tag: "@quick",
    },
    async ({ browse, fakeSite }) => {
      const page = await browse("full");
      await replaceSharing(page, { sheet: "", clipboard: true });
      await page.goto(`${fakeSite.url}${positionPath("plain")}?utm_source=a&lang=en`);
      await button(page, "Share").click();
      const url = fakeSite.url + SHARED;
      await expect.poll(() => readShared(page)).toEqual([{ title: "Mecánica de bicicletas", url }]);
      await expect(page.locator("#page-status")).toBeEmpty();
    },
  );

  test("copies or shows the URL if the share sheet is missing or fails [11.06] @long", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await replaceSharing(page, { clipboard: true });
    await page.goto(fakeSite.url + positionPath("plain"));
    await expectHydrated(page);
    await button(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Enlace copiado." })).toBeVisible();
    expect(await readShared(page)).toEqual([fakeSite.url + SHARED]);
    await expect(button(page)).toBeFocused();

    // If the sheet fails, the URL is copied. If the candidate closes the sheet, nothing is copied.
    const failing = await browse("full");
    await replaceSharing(failing, { sheet: "NotAllowedError", clipboard: true });
    await failing.goto(fakeSite.url + positionPath("plain"));
    await button(failing).click();
    await expect(failing.locator("#page-status")).toHaveText("Enlace copiado.");

    const closed = await browse("full");
    await replaceSharing(closed, { sheet: "AbortError", clipboard: true });
    await closed.goto(fakeSite.url + positionPath("plain"));
    await button(closed).click();
    await expect.poll(() => readShared(closed)).toHaveLength(1);
    await expect(closed.locator("#page-status")).toBeEmpty();

    // The page shows a URL that can't be copied.
    const bare = await browse("full");
    await replaceSharing(bare, { clipboard: false });
    await bare.goto(fakeSite.url + positionPath("plain"));
    await button(bare).click();
    await expect(bare.locator("#page-status")).toHaveText(fakeSite.url + SHARED);
  });
});

test("plain: shows no share button, and the title in the same place as with scripts [11.06]", async ({
  browse,
  fakeSite,
}) => {
  const plain = await browse("plain");
  await plain.goto(fakeSite.url + positionPath("plain"));
  await expect(plain.getByRole("link", { name: "Todas las ofertas" })).toBeVisible();
  await expect(plain.locator(".share")).toBeHidden();
  const page = await browse("full");
  await page.goto(fakeSite.url + positionPath("plain"));
  await expect(button(page)).toBeVisible();
  const titleBox = (tab: Page) => tab.locator("h1").boundingBox();
  expect(await titleBox(page)).toEqual(await titleBox(plain));
});
