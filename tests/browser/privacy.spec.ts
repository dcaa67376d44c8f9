import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import {
  DONE_WAYS,
  expect,
  expectAwake,
  hasScripts,
  open,
  SEEN_WAYS,
  test,
} from "../support/fixtures";

const POLICY = "# Privacidad\n\nGuardamos **lo justo**.\n\n[Más](https://example.com/privacidad)";

const formLink = (page: Page) =>
  page.getByRole("form").getByRole("link", { name: "política de privacidad" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Política de privacidad" });

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("the policy is read as markdown, and the form stays as it was", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ privacy_policy: POLICY });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await page.getByLabel("Nombre").fill("Ana");
      if (hasScripts(way)) {
        await expect(formLink(page)).toHaveText("política de privacidad", { useInnerText: true });
        await formLink(page).click();
        await expect(dialog(page).locator("strong")).toHaveText("lo justo");
        await page.keyboard.press("Escape");
        await expect(dialog(page)).toBeHidden();
      } else {
        await expect(formLink(page)).toHaveText(/se abre en una pestaña nueva/);
        const [policy] = await Promise.all([
          page.context().waitForEvent("page"),
          formLink(page).click(),
        ]);
        await expect(policy.locator("strong")).toHaveText("lo justo");
        await expect(policy.getByRole("heading", { level: 1 })).toHaveText(
          "Política de privacidad",
        );
        await policy.getByRole("link", { name: "Volver" }).click();
        await expect(policy).toHaveTitle("Job application");
      }
      await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
    });
  });
}

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("the career site has its policy too", async ({ browse, fakeSite, platform }) => {
      platform.client({ privacy_policy: POLICY });
      const page = await browse(way);
      await page.goto(`${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}`);
      await page.waitForLoadState("networkidle");
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: /privacidad/ })
        .click();
      await expect(page.getByText("Guardamos lo justo.")).toBeVisible();
    });
  });
}

test.describe("full:", () => {
  test.beforeEach(async ({ platform }) => {
    platform.client({ privacy_policy: `${POLICY}\n\n${"Y más.\n\n".repeat(200)}` });
  });

  async function openDialog(page: Page, url: string) {
    await page.goto(url);
    await expectAwake(page);
    await formLink(page).click();
    await expect(dialog(page).getByText("Guardamos lo justo.")).toBeVisible();
  }

  test("the modal closes on its X, and gives the focus back", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openDialog(page, fakeSite.url + pageOf("questions"));
    await dialog(page).getByRole("button", { name: "Cerrar" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(formLink(page)).toBeFocused();
  });

  test("the modal closes on a click outside it, and not on one inside", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await openDialog(page, fakeSite.url + pageOf("questions"));
    await dialog(page).getByText("Guardamos lo justo.").click();
    await expect(dialog(page)).toBeVisible();
    await page.mouse.click(3, 3);
    await expect(dialog(page)).toBeHidden();
    await expect(formLink(page)).toBeFocused();
  });

  test("the modal closes on Escape, and opens again", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openDialog(page, fakeSite.url + pageOf("questions"));
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(formLink(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("Guardamos lo justo.")).toBeVisible();
  });

  test("the modal keeps the focus, forwards and backwards", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openDialog(page, fakeSite.url + pageOf("questions"));
    const close = dialog(page).getByRole("button", { name: "Cerrar" });
    const link = dialog(page).getByRole("link", { name: "Más" });
    await expect(close).toBeFocused();
    for (const next of [link, close, link]) {
      await page.keyboard.press("Tab");
      await expect(next).toBeFocused();
    }
    for (const next of [close, link]) {
      await page.keyboard.press("Shift+Tab");
      await expect(next).toBeFocused();
    }
  });

  test("a wide table of the policy scrolls by itself, and the keyboard reaches it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const row = (cell: string) => `|${cell.repeat(12)}\n`;
    const table = row(" Finalidad |") + row("-|") + row(" ~~Perfiles~~ |");
    platform.client({ privacy_policy: `[Más](https://example.com/)\n\n${table}` });
    const page = await browse("full", { viewport: { width: 390, height: 640 } });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await formLink(page).click();
    const wide = dialog(page).getByRole("table");
    await expect(wide.locator("del").first()).toHaveText("Perfiles");
    for (const next of [dialog(page).getByRole("link", { name: "Más" }), wide]) {
      await page.keyboard.press("Tab");
      await expect(next).toBeFocused();
    }
    const isWide = (element: Element) => element.scrollWidth > element.clientWidth;
    expect(await wide.evaluate(isWide)).toBe(true);
    expect(await dialog(page).evaluate(isWide)).toBe(false);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await page.keyboard.press("Tab");
    await expect(dialog(page).getByRole("button", { name: "Cerrar" })).toBeFocused();
  });

  test("the page behind the modal does not scroll", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openDialog(page, fakeSite.url + pageOf("questions"));
    const before = await page.evaluate(() => window.scrollY);
    await dialog(page).hover();
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => dialog(page).evaluate((modal) => modal.scrollTop)).toBeGreaterThan(100);
    await page.mouse.wheel(0, 100_000);
    await page.mouse.move(2, 2);
    await page.mouse.wheel(0, 1000);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  });

  test("a policy that does not come is said, with the way to its page", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.route("**/privacy*", (route) => route.abort());
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await formLink(page).click();
    await expect(dialog(page).getByText("Error de red. Intenta de nuevo.")).toBeVisible();
    await expect(dialog(page).getByRole("link")).toHaveAttribute("href", /\/privacy$/);
  });
});

test("partial, the modal's own script blocked: the policy opens in a new tab", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  await page.route(/policy-dialog/, (route) => route.abort());
  await page.goto(fakeSite.url + pageOf("questions"));
  await expectAwake(page);
  const [policy] = await Promise.all([page.context().waitForEvent("page"), formLink(page).click()]);
  await expect(policy.getByText("Guardamos lo justo.")).toBeVisible();
  await expect(page.getByRole("form")).toBeVisible();
});
