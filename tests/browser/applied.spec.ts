import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectAwake, test } from "../support/fixtures";
import { applied, appliedPositions, fillIn, submit, submitButton } from "../support/form-page";

test.describe("full:", () => {
  test("the button says Enviando... while the form is sent, and a double click sends it once", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await fillIn(page);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let sent = 0;
    await page.route(/\/-\/applications\/[\w-]+\?/, async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await submitButton(page).dblclick();
    await expect(page.getByRole("button", { name: "Enviando..." })).toBeVisible();
    answer();
    await expect(applied(page)).toBeVisible();
    await expect(page.locator(".applied")).toBeFocused();
    expect(sent).toBe(1);
    expect(platform.applications).toHaveLength(1);
  });

  test("the position is remembered, and a new visit starts as applied", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(await appliedPositions(page)).toBe(JSON.stringify([fakePositions.questions]));
    await page.goto(fakeSite.url + pageOf("questions"));
    await expect(applied(page)).toBeVisible();
    await page.goto(fakeSite.url + pageOf("plain"));
    await expect(page.getByLabel("Nombre")).toBeVisible();
  });

  test("nothing but the list in the browser stops a second application", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    for (const _ of ["first", "second"]) {
      await page.goto(fakeSite.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      await page.evaluate(() => localStorage.removeItem("appliedPositions"));
    }
    expect(platform.applications).toHaveLength(2);
  });
});
