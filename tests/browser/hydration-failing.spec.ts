import { positionPath, sha256 } from "../support/application-form";
import { expect, expectHydrated, longIf, test } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit } from "../support/form-page";
import { expectDraftKept, fillInBeforeScripts } from "../support/delayed-scripts";

test.describe("partial, bundle throwing:", () => {
  test("sends the plain form if the bundle throws @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /thrown/ });
    await page.route(/entry\.js/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "throw new Error('thrown')" }),
    );
    await page.goto(fakeSite.url + positionPath("questions"));
    await fillIn(page);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });

  for (const [when, breakIt, expectErrors] of [
    [
      "during hydration",
      () => {
        const props = document.querySelector('[data-props="application-form"]');
        if (!props?.textContent) throw new Error("The form has no props");
        const { texts: _, ...rest } = JSON.parse(props.textContent) as { texts: unknown };
        props.textContent = JSON.stringify(rest);
      },
      /Cannot read properties of undefined/,
    ],
    [
      "right after hydration",
      () => {
        Number.prototype.toLocaleString = () => {
          throw new Error("thrown");
        };
      },
      /thrown/,
    ],
  ] as const) {
    test(`replaces a form that throws ${when} with the plain form, and keeps all values${longIf(when === "right after hydration")}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse("full", { expectErrors });
      const release = await fillInBeforeScripts(page, fakeSite.url);
      await page.evaluate(breakIt);
      const thrown = page.waitForEvent("console", {
        predicate: (message) => message.type() === "error" && expectErrors.test(message.text()),
        timeout: 45_000,
      });
      release();
      await thrown;
      await expect(page.locator("[data-island]").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectDraftKept(page);
      await submit(page);
      await expect(appliedMessage(page)).toBeVisible();
      expect(page.url()).toContain("receipt=");
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  }

  test("keeps the values of a form that throws on a later change @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /thrown/ });
    await page.goto(fakeSite.url + positionPath("questions"));
    await expectHydrated(page);
    await fillIn(page);
    await page.evaluate(() => {
      Number.prototype.toLocaleString = () => {
        throw new Error("thrown");
      };
    });
    await page.locator("#cv").setInputFiles({ ...CV, name: "otro.pdf" });
    await expect(page.locator(".cv-choice")).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await expect(page.locator("#cv")).toHaveValue("C:\\fakepath\\otro.pdf");
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.fileName).toBe("otro.pdf");
  });
});
