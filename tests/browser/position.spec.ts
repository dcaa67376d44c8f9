import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, open, test } from "../support/fixtures";

// tests/requests/rendered-pages.test.ts tests the HTML.

test("plain: shows title, pay, place and the first sentence on a phone without scrolling", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.client({ main_image: "/brands/alfar-albufera/banner.svg" });
  platform.position(fakePositions.plain, {
    name: "Técnica o técnico de restauración de azulejos",
    description: `<p><em>Durante dos años restauraremos los zócalos de una alquería del siglo XVIII y los de una antigua estación.</em> ${"Y más. ".repeat(99)}</p>`,
    closes_at: "2099-12-31",
    pay: { min: 1650, max: 1850, currency: "EUR", unit: "month", text: "14 pagas" },
    places: [{ street: "Muelle 1", city: "Bilbao", postal_code: "48001", country: "ES" }],
    workplace: "onsite",
    department: "Taller",
    published_at: "2020-01-01",
    identifier: "T-7",
  });
  const page = await browse("plain");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(fakeSite.url + positionPath("plain"));
  const bar = await page.locator(".apply-bar").boundingBox();
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    page.getByText("1650-1850"),
    page.getByText("48001 Bilbao"),
    page.locator(".prose em"),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

test.describe("full:", () => {
  test("prints a position on one page without controls @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const paragraph = `<h2>Un título</h2><p>${"Seis palabras en cada media línea. ".repeat(6)}</p>`;
    platform.position(fakePositions.questions, { description: paragraph.repeat(6) });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("questions"));
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const address = page.locator(".print-address");
    await expect(address).toBeVisible();
    for (const selector of ["a.button", "button", "form", ".apply-bar", "nav", "footer"]) {
      for (const part of await page.locator(selector).all()) await expect(part).toBeHidden();
    }
    const margin = { top: "15mm", right: "15mm", bottom: "15mm", left: "15mm" };
    const paper = (await page.pdf({ format: "A4", margin })).toString("latin1");
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

    const printed = await page.goto((await address.textContent()) ?? "");
    expect(printed?.url()).toContain(fakeSite.url);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jefe de taller");
  });

  test("shows a bar with a link to the form, and scrolls a wide table", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const cells = "<td>Unpalabrónquenoseparte</td>".repeat(6);
    const description = `<table><tr>${cells}</tr></table>${"<p>Largo.</p>".repeat(100)}`;
    platform.position(fakePositions.plain, { description });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("plain"));
    const bar = page.locator(".apply-bar");
    const link = bar.getByRole("link");
    const isUncovered = () =>
      link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === element;
      });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 500);
    await expect.poll(isUncovered).toBe(true);
    // The bar disappears as soon as any part of the form is in view.
    for (const [below, isShown] of [
      [60, true],
      [-1, false],
      [-100, false],
    ] as const) {
      await page.locator("#application").evaluate((form, distance) => {
        scrollTo(0, scrollY + form.getBoundingClientRect().top - innerHeight - distance);
      }, below);
      await expect.poll(isUncovered).toBe(isShown);
      if (isShown) await expect(bar).toBeInViewport({ ratio: 1 });
      else await expect(bar).not.toBeInViewport();
    }
    await page.evaluate(() => scrollTo(0, 500));
    await link.click();
    await expect(page.getByRole("heading", { name: "Inscríbete ahora" })).toBeInViewport();
    expect(await isUncovered()).toBe(false);
    // The keyboard can still reach the link, which then becomes visible.
    await page.locator("#first_name").focus();
    await page.keyboard.press("Shift+Tab");
    await expect(link).toBeFocused();
    expect(await isUncovered()).toBe(true);

    // A wide table scrolls separately from the page, including by keyboard.
    const table = page.getByRole("table");
    await page.getByRole("button", { name: "Compartir" }).focus();
    await page.keyboard.press("Tab");
    await expect(table).toBeFocused();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowRight");
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test("plain: reloads the same URL with Try Again [2.04]", async ({ browse, fakeSite }) => {
  const page = await browse("plain", { expectErrors: /status of 500/ });
  const address = `${fakeSite.url}/error?lang=es-mx&from=a%20b`;
  await page.goto(address);
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.getByText("Intentar de nuevo", { exact: true }).click(),
  ]);
  expect([again.status(), again.url()]).toEqual([500, address]);
});
