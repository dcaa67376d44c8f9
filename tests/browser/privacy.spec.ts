import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, expectHydrated, test } from "../support/fixtures";

const row = (cell: string) => `|${cell.repeat(12)}\n`;
const POLICY =
  "# Privacidad\n\nGuardamos **lo justo**.\n\n[Más](https://example.com/privacidad)\n\n" +
  row(" Finalidad |") +
  row("-|") +
  row(" ~~Perfiles~~ |");

const formLink = (page: Page) =>
  page.getByRole("form").getByRole("link", { name: "política de privacidad" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Política de privacidad" });

test.beforeEach(({ platform }) => {
  platform.client({ privacy_policy: `${POLICY}\n\n${"Y más.\n\n".repeat(200)}` });
});

test("plain: opens the policy in a new tab [1.04, 2.29, 2.33] @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("plain");
  await page.goto(fakeSite.url + positionPath("questions"));
  await page.getByLabel("Nombre").fill("Ana");
  await expect(formLink(page)).toHaveText(/se abre en una pestaña nueva/);
  const [policy] = await Promise.all([page.context().waitForEvent("page"), formLink(page).click()]);
  await expect(policy.locator("strong")).toHaveText("lo justo");
  await expect(policy.getByRole("heading", { level: 1 })).toHaveText("Política de privacidad");
  await policy.getByRole("link", { name: "Volver" }).click();
  await expect(policy).toHaveTitle("Job application");
  await expect(page.getByLabel("Nombre")).toHaveValue("Ana");

  await page.goto(`${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}`);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: /privacidad/ })
    .click();
  await expect(page.getByText("Guardamos lo justo.")).toBeVisible();
});

test.describe("full:", () => {
  test("opens the policy in a modal, and closes the modal [1.04, 2.29, 2.33, 2.34]", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.goto(`${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}`);
    await page.waitForLoadState("networkidle");
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: /privacidad/ })
      .click();
    await expect(dialog(page).getByText("Guardamos lo justo.")).toBeVisible();

    // If the policy fails to load, the modal shows an error and a link to the policy's page.
    await page.goto(fakeSite.url + positionPath("questions"));
    await expectHydrated(page);
    await page.route("**/privacy*", (route) => route.abort());
    await formLink(page).click();
    await expect(dialog(page).getByText("Error de red. Intenta de nuevo.")).toBeVisible();
    await expect(dialog(page).getByRole("link")).toHaveAttribute("href", /\/privacy$/);
    await page.keyboard.press("Escape");
    await page.unrouteAll();

    const name = page.getByLabel("Nombre");
    await name.fill("Ana");
    await expect(formLink(page)).toHaveText("política de privacidad", { useInnerText: true });
    // Click without focusing the link, as Safari does.
    await formLink(page).evaluate((link: HTMLElement) => link.click());
    await expect(dialog(page).locator("strong")).toHaveText("lo justo");
    const close = dialog(page).getByRole("button", { name: "Cerrar" });
    const expectClosed = async () => {
      await expect(dialog(page)).toBeHidden();
      await expect(formLink(page)).toBeFocused();
    };
    await close.click();
    await expectClosed();

    await page.keyboard.press("Enter");
    await dialog(page).getByText("Guardamos lo justo.").click();
    await expect(dialog(page)).toBeVisible();
    await page.mouse.click(3, 3);
    await expectClosed();

    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("Guardamos lo justo.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expectClosed();

    // The modal doesn't restore the focus if another element gets the focus while the modal closes.
    await page.keyboard.press("Enter");
    await name.evaluate((field) => addEventListener("close", () => field.focus(), true));
    await page.keyboard.press("Escape");
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("Ana");
  });

  test("keeps the focus and scrolling inside the modal @long", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + positionPath("questions"));
    await expectHydrated(page);
    await formLink(page).click();
    const close = dialog(page).getByRole("button", { name: "Cerrar" });
    const link = dialog(page).getByRole("link", { name: "Más" });
    await expect(link).toBeVisible();
    await expect(close).toBeFocused();
    const table = dialog(page).getByRole("table");
    for (const [key, next] of [
      ["Tab", link],
      ["Tab", table],
      ["Tab", close],
      ["Shift+Tab", table],
    ] as const) {
      await page.keyboard.press(key);
      await expect(next).toBeFocused();
    }
    // A wide table scrolls separately from the modal.
    await expect(table.locator("del").first()).toHaveText("Perfiles");
    const isWide = (element: Element) => element.scrollWidth > element.clientWidth;
    expect(await table.evaluate(isWide)).toBe(true);
    expect(await dialog(page).evaluate(isWide)).toBe(false);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);

    const before = await page.evaluate(() => window.scrollY);
    await dialog(page).hover();
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => dialog(page).evaluate((modal) => modal.scrollTop)).toBeGreaterThan(100);
    await page.mouse.wheel(0, 100_000);
    await page.mouse.move(2, 2);
    await page.mouse.wheel(0, 1000);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  });
});

test("partial, the modal's script blocked: opens the policy in a new tab [2.33] @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  await page.route(/policy-dialog/, (route) => route.abort());
  await page.goto(fakeSite.url + positionPath("questions"));
  await expectHydrated(page);
  const [policy] = await Promise.all([page.context().waitForEvent("page"), formLink(page).click()]);
  await expect(policy.getByText("Guardamos lo justo.")).toBeVisible();
  await expect(page.getByRole("form")).toBeVisible();
});
