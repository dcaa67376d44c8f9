import { pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, expectAwake, open, SEEN_WAYS, test } from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("the company's CSS has the last word on both pages", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({
        apply_page_css: ":root { --accent: rgb(1 2 3) } h1 { color: rgb(4 5 6) }",
      });
      const page = await browse(way);
      for (const path of [careerSite, pageOf("plain")]) {
        await open(page, way, fakeSite.url + path);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(4, 5, 6)");
        await expect(page.locator("button.button").first()).toHaveCSS(
          "background-color",
          "rgb(1, 2, 3)",
        );
      }
    });
  });
}

test.describe("partial, bundle blocked:", () => {
  test("the company's script does not run, and both pages do without it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({ apply_page_js: "document.documentElement.dataset.ran = 'yes'" });
    const page = await browse("partial");
    await page.clock.install();
    await page.goto(fakeSite.url + careerSite);
    await page.getByRole("searchbox").fill("taller");
    await page.getByRole("searchbox").press("Enter");
    await expect(page.locator(".job")).toHaveCount(1);
    await page.locator(".job a").click();
    await fillIn(page);
    // A company's script waits for 5 s at most.
    await page.clock.runFor(10_000);
    await expect(page.locator("html")).not.toHaveAttribute("data-ran");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });
});

test.describe("full:", () => {
  test("the company's script runs on both pages", async ({ browse, fakeSite, platform }) => {
    platform.client({ apply_page_js: "document.documentElement.dataset.ran = 'yes'" });
    const page = await browse("full");
    for (const path of [careerSite, pageOf("plain")]) {
      await page.goto(fakeSite.url + path);
      await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
    }
  });

  test("the company's script finds the form awake", async ({ browse, fakeSite, platform }) => {
    platform.client({
      apply_page_js: `
        const form = document.querySelector("#application");
        document.documentElement.dataset.awake =
          Object.keys(form).some((key) => key.startsWith("__reactProps"));
      `,
    });
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("questions"));
    await expect(page.locator("html")).toHaveAttribute("data-awake", "true");
  });

  for (const [what, js] of [
    ["throws", `throw new Error("theirs");`],
    [
      "redefines fetch, FormData's user and the clock",
      `window.fetch = () => { throw new Error("theirs"); };
       window.setTimeout = () => 0;`,
    ],
    [
      "removes everything around the form",
      `for (const part of document.querySelectorAll(
         "header, footer, .position-details, [data-props], dialog, .skip-link, #page-status"
       )) part.remove();`,
    ],
    [
      "removes hints and titles from the form",
      `for (const part of document.querySelectorAll("#application :is(h2, .hint, .field-warning)"))
         part.remove();`,
    ],
    [
      "wraps and moves the form's fields",
      `for (const field of document.querySelectorAll("#application .field")) {
         const box = document.createElement("div");
         field.before(box);
         box.append(field);
       }`,
    ],
  ] as const) {
    test(`a company's script that ${what} does not stop an application`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({
        apply_page_js: `document.documentElement.dataset.ran = "yes";\n${js}`,
      });
      platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no." } });
      const page = await browse("full", { expectErrors: /theirs/ });
      await page.goto(fakeSite.url + pageOf("questions"));
      await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
      await fillIn(page);
      await submit(page);
      await expect(page.getByText("Hoy no.")).toBeVisible();
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    });
  }

  test("a form whose fields are gone says that the page is to be loaded again", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await fillIn(page);
    await page.locator("#last_name").evaluate((field) => field.remove());
    await submit(page);
    await expect(page.locator("#answer")).toContainText(
      "Error del formulario. Por favor, recarga la página.",
    );
    expect(platform.requestsOf("apply")).toEqual([]);
    // The page that is loaded again has all of it.
    await page.reload();
    await expectAwake(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await page.getByLabel("Apellidos").fill("Pérez");
    await submit(page);
    await expect(applied(page)).toBeVisible();
  });

  test("the page works with storage that is broken, full or forbidden", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    for (const storage of ["broken", "forbidden", "full"]) {
      platform.reset();
      const page = await browse("full");
      await page.addInitScript((storage) => {
        if (storage === "broken") localStorage.setItem("appliedPositions", "{not JSON");
        if (storage === "forbidden") {
          Object.defineProperty(window, "localStorage", {
            get: () => {
              throw new Error("forbidden");
            },
          });
        }
        if (storage === "full") {
          Storage.prototype.setItem = () => {
            throw new Error("full");
          };
        }
      }, storage);
      await page.goto(fakeSite.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    }
  });
});
