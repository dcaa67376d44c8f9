import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { kept, restored } from "../support/draft-page";
import type { FakePlatform } from "../support/fake-platform";
import { expect, expectAwake, open, test, type Way } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import type { Site } from "../support/site";

const SAYS = "The number 612 345 678 is blocked";

const receipt = (page: Page) => page.locator(".receipt");
const summary = (page: Page) => page.locator(".error-summary");
/** The name under which a draft is put aside, on the page of its receipt. */
const aside = (page: Page) => `puertaDraft:${new URL(page.url()).searchParams.get("receipt")}`;
const bringBack = (page: Page) => page.getByRole("button", { name: "Recuperar mi formulario" });

interface Sending {
  browse: (way: Way) => Promise<Page>;
  fakeSite: Site;
  platform: FakePlatform;
}

/** Sends an application that the platform puts off. */
async function send({ browse, fakeSite, platform }: Sending, way: Way) {
  platform.on("apply").answer({ status: 429 });
  const page = await browse(way);
  await open(page, way, fakeSite.url + pageOf("questions"));
  await fillIn(page);
  await submit(page);
  await expect(receipt(page)).toContainText("En camino");
  return page;
}

/** Sends an application that the platform refuses on a later attempt. */
async function sendInVain(world: Sending, way: Way) {
  const page = await send(world, way);
  world.platform.on("apply").answer({ status: 400, body: { detail: SAYS } });
  return page;
}

/** Brings the form back. The button loads another page, which alone has a form with a CV. */
async function mend(page: Page) {
  await bringBack(page).click();
  await expect(page.locator(".cv-held")).toContainText("cv.pdf");
  await expect(page.locator(".cv-held")).toContainText("lo guardamos hasta el ");
}

/** Looks at the receipt until it says that it could not be delivered. */
async function expectRefused(page: Page) {
  await expect(async () => {
    await page.reload();
    await expect(receipt(page)).toContainText("Sin entregar", { timeout: 500 });
  }).toPass();
}

async function expectMended(page: Page, platform: FakePlatform, cv = CV.buffer) {
  await expect(receipt(page)).toContainText("Entregada");
  // What an earlier test left on its way may arrive meanwhile.
  const mended = platform.applications.filter((one) => one.field("phone") === "+34699112233");
  expect(mended).toHaveLength(1);
  const [arrived] = mended;
  expect(arrived?.field("first_name")).toBe("María José");
  expect(arrived?.cv?.sha256).toBe(sha256(cv));
}

for (const way of ["full", "slow"] as const) {
  test(`${way}: what was refused later comes back to the browser that sent it, and arrives mended, once`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await sendInVain({ browse, fakeSite, platform }, way);
    const address = page.url();
    // No form shows what is on its way, and the file is the server's.
    await expect.poll(() => kept(page)).toEqual({ drafts: [aside(page)], files: 0 });
    await expectRefused(page);
    await expect(receipt(page)).not.toContainText("blocked");

    platform.on("apply").reset();
    await mend(page);
    await expectAwake(page);
    await expect(restored(page)).toBeVisible();
    await expect(summary(page)).toContainText(SAYS);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    // It is the form to be mended also after a reload.
    await page.reload();
    await expectAwake(page);
    await expect(summary(page)).toContainText(SAYS);
    await expect(page.locator(".cv-held")).toContainText("lo guardamos hasta el ");
    await page.getByLabel("Teléfono").fill("699 11 22 33");
    await submit(page);
    await expect(page).toHaveURL(address);
    await expectMended(page, platform);
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });
}

test.describe("full:", () => {
  test("it is mended with another CV, refused again, and mended again", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await sendInVain({ browse, fakeSite, platform }, "full");
    await expectRefused(page);
    await mend(page);
    await expectAwake(page);
    const cv = pdfOf(30_000);
    await page.locator("#cv").setInputFiles({ ...CV, name: "new.pdf", buffer: cv });
    platform.on("apply").answer({ status: 422, body: { detail: "Still wrong" } });
    await submit(page);
    await expect(summary(page)).toContainText("Still wrong");
    platform.on("apply").reset();
    await page.getByLabel("Teléfono").fill("699 11 22 33");
    await submit(page);
    await expectMended(page, platform, cv);
  });

  test("what is on its way is in no form that is opened anew", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await send({ browse, fakeSite, platform }, "full");
    await expect.poll(() => kept(page)).toEqual({ drafts: [aside(page)], files: 0 });
    // The next person's browser would have an empty list.
    await page.evaluate(() => localStorage.removeItem("appliedPositions"));
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await expect(restored(page)).toHaveCount(0);
  });

  test("in another browser, the phone number brings it back", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await sendInVain({ browse, fakeSite, platform }, "full");
    await expectRefused(page);
    platform.on("apply").reset();
    const elsewhere = await browse("full");
    await elsewhere.goto(page.url());
    await elsewhere.getByLabel("Teléfono").fill("612345678");
    await mend(elsewhere);
    await expectAwake(elsewhere);
    await expect(summary(elsewhere)).toContainText(SAYS);
    await elsewhere.locator("#privacy_policy").check();
    await elsewhere.getByLabel("Teléfono").fill("699 11 22 33");
    await submit(elsewhere);
    await expectMended(elsewhere, platform);
  });
});

for (const way of ["plain", "partial"] as const) {
  test(`${way}: what was refused later comes back by the phone number, and arrives mended, once`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await sendInVain({ browse, fakeSite, platform }, way);
    const address = page.url();
    await expectRefused(page);
    platform.on("apply").reset();

    await page.getByLabel("Teléfono").fill("612 345 679");
    await bringBack(page).click();
    await expect(page.getByRole("alert")).toContainText("Te quedan 4 intentos");
    await expect(page).toHaveTitle(/^Error: /);
    await page.getByLabel("Teléfono").fill("0034 612345678");
    await bringBack(page).click();
    await expect(summary(page)).toContainText(SAYS);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await expect(page.locator(".cv-held")).toContainText("cv.pdf");
    await page.getByLabel("Teléfono").fill("699 11 22 33");
    await page.locator("#privacy_policy").check();
    await submit(page);
    await expect(applied(page)).toBeVisible();
    await expect(page).toHaveURL(address);
    await expectMended(page, platform);
  });
}
