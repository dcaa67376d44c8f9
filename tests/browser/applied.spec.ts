import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { expect, expectHydrated, longIf } from "../support/fixtures";
import {
  appliedMessage,
  readAppliedPositions,
  fillIn,
  submit,
  submitButton,
} from "../support/form-page";
import { apply, expectArrived, lengthenPage, test } from "../support/form-steps";
import { delayScripts } from "../support/delayed-scripts";

const address = positionPath("questions");

test("partial, bundle late: shows the applied message once the scripts load, if the position is stored as applied [4.06, 6.03]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  // Keep the form out of view.
  lengthenPage(platform);
  const page = await browse("full", { expectErrors: /status of 404/ });
  await page.goto(`${fakeSite.url}/404`);
  await page.evaluate(
    (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid.toUpperCase()])),
    fakePositions.questions,
  );
  const release = await delayScripts(page);
  await page.goto(fakeSite.url + address, { waitUntil: "commit" });
  await expect(submitButton(page)).toBeVisible();
  await expect(appliedMessage(page)).toHaveCount(0);
  release();
  await expect(appliedMessage(page)).toBeVisible();
  await expect(page.getByLabel("Nombre", { exact: true })).toHaveCount(0);
});

for (const script of ["hydrate", "on-demand"]) {
  test(`partial, without ${script}: stores the position after an application, and shows it as applied on the next visit [4.05, 4.06, 6.03]${longIf(script === "on-demand")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
    await page.route(`**/${script}.js`, (route) => route.abort());
    await page.goto(fakeSite.url + address);
    await fillIn(page);
    await submit(page);
    await page.waitForURL(/receipt=/);
    await expect
      .poll(() => readAppliedPositions(page))
      .toBe(JSON.stringify([fakePositions.questions]));
    const receipt = page.url().replace(/#.*/, "");
    await page.goto(fakeSite.url + address);
    await expect(appliedMessage(page)).toBeVisible();
    await expect(appliedMessage(page)).toBeDisabled();
    await expect(page.getByLabel("Nombre", { exact: true })).toHaveCount(0);
    await page.locator(".applied a").first().click();
    await expect(page).toHaveURL(receipt);
    expectArrived(platform);
  });
}

test("partial: replaces the plain form with the applied message once another tab has applied @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
  await page.route("**/hydrate.js", (route) => route.abort());
  await page.goto(fakeSite.url + address);
  await page.getByLabel("Nombre").fill("María José");
  const other = await page.context().newPage();
  await other.goto(`${fakeSite.url}/-/alive.txt`);
  await other.evaluate(
    (uuid) => localStorage.setItem("appliedPositions", JSON.stringify([uuid.toUpperCase()])),
    fakePositions.questions,
  );
  await expect(appliedMessage(page)).toBeVisible();
  await expect(page.locator(".applied h2")).toBeFocused();
});

test("full: shows Enviando... on the button while sending, and sends the form once on a double click [4.03, 4.12]", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await fillIn(page);
  let respond: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (respond = resolve));
  let sent = 0;
  await page.route(/\/-\/applications\/[\w-]+\?/, async (route) => {
    sent += 1;
    await released;
    await route.continue();
  });
  await submitButton(page).dblclick();
  await expect(page.getByRole("button", { name: "Enviando..." })).toBeVisible();
  respond();
  await expect(appliedMessage(page)).toBeVisible();
  await expect(page.locator(".applied #answer")).toBeFocused();
  // The focused message isn't a control, so it has no outline.
  await expect(page.locator(".applied #answer")).toHaveCSS("outline-style", "none");
  expect(sent).toBe(1);
  expectArrived(platform);
});

test("full: stores an applied position and its receipt in the browser, and shows the form again once the position is removed [3.26, 4.05, 4.06, 6.03, 9.08]", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  const page = await openForm({ viewport: { width: 390, height: 640 } });
  const number = page.locator(".receipt dd").first();
  await fillIn(page);
  await apply(page);
  // The top of the receipt is in view.
  const top = () =>
    page.locator("#application").evaluate((card) => card.getBoundingClientRect().top);
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  expect(await readAppliedPositions(page)).toBe(JSON.stringify([fakePositions.questions]));
  const shown = (await number.textContent()) ?? "";
  const receipt = page.url().replace(/#.*/, "");

  await page.goto(fakeSite.url + address);
  await expect(appliedMessage(page)).toBeDisabled();
  await expect(page.getByRole("heading", { name: "Tu candidatura" })).toBeInViewport();
  await page.getByRole("link", { name: "Ver justificante" }).click();
  await expect(page).toHaveURL(receipt);
  await expect(number).toHaveText(shown);

  await page.goto(`${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}`);
  const row = page.locator(".job", { hasText: "Jefe de taller" });
  await expect(row).toContainText("¡Ya te has inscrito!");
  await expect(page.locator(".job-sent")).toHaveCount(1);
  await row.getByRole("link", { name: "Ver justificante" }).click();
  await expect(number).toHaveText(shown);
  await page.goto(fakeSite.url + positionPath("plain"));
  await expect(page.getByLabel("Nombre")).toBeVisible();

  await page.evaluate(() => localStorage.removeItem("appliedPositions"));
  await page.goto(fakeSite.url + address);
  await expectHydrated(page);
  await fillIn(page);
  await apply(page);
  expect(platform.applications).toHaveLength(2);
});
