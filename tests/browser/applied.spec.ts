import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectAwake, test } from "../support/fixtures";
import { holdScripts } from "../support/late-scripts";
import { applied, appliedPositions, fillIn, submit, submitButton } from "../support/form-page";

test("partial, bundle late: a position in the stored list starts as applied, as soon as the scripts come", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /status of 404/ });
  await page.goto(`${fakeSite.url}/404`);
  await page.evaluate(
    (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid])),
    fakePositions.questions,
  );
  const letGo = await holdScripts(page);
  await page.goto(fakeSite.url + pageOf("questions"), { waitUntil: "commit" });
  await expect(submitButton(page)).toBeVisible();
  await expect(applied(page)).toHaveCount(0);
  letGo();
  await expect(applied(page)).toBeVisible();
  await expect(page.getByLabel("Nombre")).toHaveCount(0);
});

for (const script of ["receipt-notice", "react", "form", "when-wanted"]) {
  test(`partial, without ${script}: the position is remembered, and a new visit starts as applied`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
    await page.route(`**/build/${script}-*`, (route) => route.abort());
    await page.goto(fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await page.waitForURL(/receipt=/);
    await expect.poll(() => appliedPositions(page)).toBe(JSON.stringify([fakePositions.questions]));
    const receipt = page.url().replace(/#.*/, "");
    await page.goto(fakeSite.url + pageOf("questions"));
    await expect(applied(page)).toBeVisible();
    await expect(applied(page)).toBeDisabled();
    await expect(page.getByLabel("Nombre")).toHaveCount(0);
    await page.locator(".applied a").first().click();
    await expect(page).toHaveURL(receipt);
    expect(platform.applications).toHaveLength(1);
  });
}

test("partial: a form that sleeps becomes the notice when another tab has sent it", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
  await page.route("**/build/react-*", (route) => route.abort());
  await page.goto(fakeSite.url + pageOf("questions"));
  await page.getByLabel("Nombre").fill("María José");
  const other = await page.context().newPage();
  await other.goto(`${fakeSite.url}/-/alive.txt`);
  await other.evaluate(
    (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid.toUpperCase()])),
    fakePositions.questions,
  );
  await expect(applied(page)).toBeVisible();
  await expect(page.locator(".applied h2")).toBeFocused();
});

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
    await expect(page.locator(".applied #answer")).toBeFocused();
    // It is to be read, not pressed: no frame, on paper neither.
    await expect(page.locator(".applied #answer")).toHaveCSS("outline-style", "none");
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
