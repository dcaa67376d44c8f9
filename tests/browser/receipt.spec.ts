import type { Page } from "playwright/test";
import type { SendResponse } from "~/app/application/form/send";
import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectHydrated } from "../support/fixtures";
import { appliedMessage, readAppliedPositions, fillIn, submit } from "../support/form-page";
import { apply, expectArrived, test } from "../support/form-steps";

const receipt = (page: Page) => page.locator(".receipt");
const number = (page: Page) => receipt(page).locator("dd").first();
const withoutFragment = (page: Page) => page.url().replace(/#.*/, "");

test("full: shows times in the candidate's time zone, and the receipt after a reload and in another browser [4.14]", async ({
  browse,
  openForm,
  platform,
}) => {
  const page = await openForm({ timezoneId: "Asia/Tokyo" });
  await fillIn(page);
  await apply(page);
  for (const text of ["Jefe de taller", "Taller Norte", "CV (PDF", "Entregada"]) {
    await expect(receipt(page)).toContainText(text);
  }
  await expect(receipt(page)).toContainText("NombreMaría José");
  const time = receipt(page).locator("time");
  await expect(time).toContainText("GMT+9");
  await expect(time).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT.*Z$/);
  const shown = (await number(page).textContent()) ?? "";
  expect(shown).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await expect(page).toHaveURL(/\?receipt=[0-9a-f]{64}/);

  await page.reload();
  await expect(number(page)).toHaveText(shown);
  await expect(receipt(page)).not.toContainText("María");
  await expect(time).toContainText("GMT+9");
  // The receipt is at the top of the page, even on phones.
  for (const width of [360, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(receipt(page).getByRole("heading").first()).toBeInViewport({ ratio: 1 });
    await expect(number(page)).toBeInViewport({ ratio: 1 });
  }
  const elsewhere = await browse("full");
  await elsewhere.goto(page.url());
  await expect(number(elsewhere)).toHaveText(shown);
  expectArrived(platform);
});

test("full: replaces the form with the receipt without loading a page, and shows the receipt after a reload", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  const address = `${fakeSite.url}${positionPath("questions")}?lang=en&utm_source=jobvine`;
  await page.goto(address);
  await expectHydrated(page);
  await fillIn(page, { labels: ["First name", "Last name", "Phone"] });
  await expect(page.locator(".cv-transfer")).toContainText("CV uploaded");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(receipt(page)).toContainText("Delivered");
  await expect(page.locator("#answer")).toBeFocused();
  await expect(receipt(page).getByRole("heading").first()).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle("Job application");
  await expect(page.locator("form")).toHaveCount(0);
  expect(loaded).toEqual([expect.stringContaining("/-/applications/")]);
  expect(withoutFragment(page)).toMatch(/\?lang=en&utm_source=jobvine&receipt=[0-9a-f]{64}$/);

  await page.reload();
  await expect(page.locator(".position-sent")).toBeVisible();
  await expect(receipt(page).getByRole("button", { name: "Copy receipt" })).toBeVisible();
});

test("full: keeps the receipt when the language changes @long", async ({ openForm }) => {
  const page = await openForm();
  await fillIn(page);
  await apply(page);
  await page.getByRole("link", { name: "English" }).click();
  await expect(receipt(page)).toContainText("Delivered");
});

test("full: copies and prints the receipt [4.16]", async ({ openForm }) => {
  const page = await openForm({ permissions: ["clipboard-read", "clipboard-write"] });
  await fillIn(page);
  await submit(page);
  await page.getByRole("button", { name: "Copiar justificante" }).click();
  await expect(page.getByRole("button", { name: "Justificante copiado." })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`Número de candidatura: ${(await number(page).textContent()) ?? ""}`);
  expect(copied).toContain("- ¿Cuándo puedes empezar?");
  expect(copied.split("\n").at(-1)).toBe(withoutFragment(page));

  await page.emulateMedia({ media: "print" });
  await expect(receipt(page)).toContainText("Entregada");
  await expect(receipt(page).locator(".print-address")).toHaveText(withoutFragment(page));
  await expect(receipt(page).locator(".print-address")).toBeVisible();
  const links = await receipt(page).locator("a, button").all();
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) await expect(link).toBeHidden();
});

test("full: shows the applied message in the form if the receipt's page doesn't load @long", async ({
  openForm,
}) => {
  const page = await openForm({ expectErrors: /net::ERR_/ });
  await fillIn(page);
  // Reduce the response to the receipt's id and status.
  await page.route(/\/-\/applications\/[\w-]+\?/, async (route) => {
    const response = await route.fetch();
    const { outcome, receipt } = (await response.json()) as SendResponse & { outcome: "applied" };
    const { id, status } = receipt;
    await route.fulfill({ json: { outcome, receipt: { id, status } } });
  });
  // After a 204 response, the browser stays on the page, as after pressing Stop.
  await page.route(/receipt=/, (route) => route.fulfill({ status: 204 }));
  await page.clock.install();
  await submit(page);
  await expect.poll(() => readAppliedPositions(page)).toContain(fakePositions.questions);
  await page.clock.runFor(10_000);
  await expect(appliedMessage(page)).toBeVisible();
  await page.unroute(/receipt=/);
  await page.getByRole("link", { name: "Ver justificante" }).click();
  await expect(receipt(page)).toContainText("Entregada");
});

test("full: removes an expired receipt from the browser, and lets the candidate apply again @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full", { expectErrors: /status of 404/ });
  await page.goto(`${fakeSite.url}/404`);
  await page.evaluate(
    ([uuid, id]) => {
      localStorage.setItem("appliedPositions", JSON.stringify([uuid]));
      localStorage.setItem(`puertaReceipt:${uuid}`, id);
    },
    [fakePositions.questions, "0".repeat(64)] as const,
  );
  // A receipt page with a different, unknown id doesn't remove the stored receipt id.
  await page.goto(`${fakeSite.url}${positionPath("questions")}?receipt=${"1".repeat(64)}`);
  await expect.poll(() => readAppliedPositions(page)).toContain(fakePositions.questions);
  await page.goto(fakeSite.url + positionPath("questions"));
  await page.getByRole("link", { name: "Ver justificante" }).click();
  await expect(page.locator("#answer")).toBeVisible();
  await expect.poll(() => readAppliedPositions(page)).toBe("[]");
  await page.getByRole("link", { name: "Volver a inscribirme" }).click();
  await expectHydrated(page);
  await fillIn(page);
  await submit(page);
  await expect(receipt(page)).toContainText("Entregada");
  expectArrived(platform);
});
