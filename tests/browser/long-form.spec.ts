import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { positionWithFields } from "../support/fields";
import { expect, open, DISTINCT_WAYS, test, longIf } from "../support/fixtures";

const WIDE = { width: 1280, height: 800 };

for (const way of DISTINCT_WAYS) {
  test(`${way}: shows a long form in sections below the details, and links to the form from a box next to the details${longIf(way === "plain")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const description = Array.from({ length: 60 }, (_, index) => `<p>Párrafo ${index}.</p>`).join(
      "",
    );
    const pay = { min: 30_000, max: 35_000, currency: "EUR", unit: "year" };
    platform.position(fakePositions.questions, { ...positionWithFields(), description, pay });
    const page = await browse(way, { viewport: WIDE });
    await open(page, way, fakeSite.url + positionPath("questions"));
    const details = await page.locator(".position-details").boundingBox();
    const form = page.locator("form#application");
    const box = await form.boundingBox();
    expect(box?.y).toBeGreaterThan((details?.y ?? 0) + (details?.height ?? 0));
    expect(box?.width).toBeGreaterThan(1000);
    // All text fields form one column of equal widths.
    const columns = await form
      .locator('input:is([type="text"], [type="tel"]), textarea')
      .filter({ visible: true })
      .evaluateAll((fields) =>
        fields.map((field) => [field.getBoundingClientRect().x, field.clientWidth]),
      );
    expect(columns.length).toBeGreaterThan(5);
    expect(new Set(columns.map(String)).size).toBe(1);
    await expect(form.getByRole("heading", { level: 3 })).toHaveText([
      "Tus datos",
      "Tu CV",
      "Preguntas",
      "Para contar quiénes somos",
      "Política de privacidad",
    ]);

    const link = page.getByRole("link", { name: "Inscribirme" });
    for (const paragraph of [0, 50]) {
      await page.getByText(`Párrafo ${paragraph}.`, { exact: true }).scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await expect(page.locator(".apply-box")).toContainText(/30\.000.*35\.000/);
    await link.click();
    await expect(page.getByRole("heading", { name: "Inscríbete ahora" })).toBeInViewport();
    await expect(page.locator("#first_name")).toBeInViewport({ ratio: 1 });
    await expect(link).not.toBeInViewport();
  });
}

test("plain: shows a form with six own fields next to the details @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.position(fakePositions.questions, { fields: positionWithFields().fields.slice(0, 6) });
  const page = await browse("plain", { viewport: WIDE });
  await open(page, "plain", fakeSite.url + positionPath("questions"));
  const details = await page.locator(".position-details").boundingBox();
  const form = await page.locator("form#application").boundingBox();
  expect(form?.x).toBeGreaterThan((details?.x ?? 0) + (details?.width ?? 0));
  // The link isn't rendered as a second filled button.
  const link = page.getByRole("link", { name: "Inscribirme" });
  await expect(link).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});
