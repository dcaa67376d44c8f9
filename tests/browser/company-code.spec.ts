import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { expect, expectHydrated, open, DISTINCT_WAYS, test, longIf } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

for (const way of DISTINCT_WAYS) {
  test(`${way}: applies a company's CSS, and renders Arabic texts from right to left [1.05, 2.14, 2.35, 2.38]${longIf(way === "plain")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({
      apply_page_css:
        ":root { --accent: rgb(1 2 3) } h1 { color: rgb(4 5 6) } a { color: red; text-decoration: underline }",
      description: "نصلح الدراجات.",
    });
    platform.position(fakePositions.plain, {
      description: '<p>Antes <a href="javascript:alert(1)">quitado</a> <a href="/">puesto</a></p>',
    });
    platform.on("positions").answer({ body: [{ uuid: fakePositions.plain, name: "ميكانيكي" }] });
    const page = await browse(way);
    const expectCompanyStyle = async () => {
      await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(4, 5, 6)");
      await expect(page.locator("button.button").first()).toHaveCSS(
        "background-color",
        "rgb(1, 2, 3)",
      );
      await expect(page.getByText("نصلح الدراجات.")).toHaveCSS("direction", "rtl");
    };
    await open(page, way, fakeSite.url + careerSite);
    await expectCompanyStyle();
    await expect(page.getByRole("link", { name: "ميكانيكي" })).toHaveCSS("direction", "rtl");

    await open(page, way, fakeSite.url + positionPath("plain"));
    await expectCompanyStyle();
    if (way === "full") {
      // Scripts insert their styles before the company's.
      await page.locator("#phone").focus();
      await expect(page.getByRole("button", { name: "País: España +34" })).toBeVisible();
    }
    expect(await page.locator("style").last().textContent()).toContain("rgb(4 5 6)");
    const getStyle = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { color, textDecorationLine } = getComputedStyle(element);
        return [color, textDecorationLine];
      });
    const [surroundingColor] = await getStyle("p:has(> a:not([href]))");
    expect(await getStyle("a:not([href])")).toEqual([surroundingColor, "none"]);
  });
}

test.describe("partial, bundle blocked:", () => {
  test("doesn't run a company's script [1.06]", async ({ browse, fakeSite, platform }) => {
    platform.client({ apply_page_js: "document.documentElement.dataset.ran = 'yes'" });
    const page = await browse("partial");
    await page.clock.install();
    await page.goto(fakeSite.url + careerSite);
    await page.getByRole("searchbox").fill("taller");
    await page.getByRole("searchbox").press("Enter");
    await expect(page.locator(".job")).toHaveCount(1);
    await page.locator(".job a").click();
    await fillIn(page);
    // A company's script would start after 5 s at the latest.
    await page.clock.runFor(10_000);
    await expect(page.locator("html")).not.toHaveAttribute("data-ran");
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });
});

test.describe("full:", () => {
  test("runs a company's script on the career site and on a position page [1.06, 2.35] @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({
      apply_page_js: `
        const form = document.querySelector("#application");
        document.documentElement.dataset.hydrated =
          form && Object.keys(form).some((key) => key.startsWith("__reactProps"));
      `,
    });
    const page = await browse("full");
    await page.goto(fakeSite.url + careerSite);
    await expect(page.locator("html")).toHaveAttribute("data-hydrated", "null");
    await page.goto(fakeSite.url + positionPath("questions"));
    await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  });

  test("asks for a reload when a field is missing from the form [8.11]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + positionPath("questions"));
    await expectHydrated(page);
    await fillIn(page);
    await page.locator("#last_name").evaluate((field) => field.remove());
    await submit(page);
    await expect(page.locator("#answer")).toContainText(
      "Error del formulario. Por favor, recarga la página.",
    );
    expect(platform.requestsTo("apply")).toEqual([]);
    await page.reload();
    await expectHydrated(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await page.getByLabel("Apellidos").fill("Pérez");
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
  });
});
