import type { Page, Route } from "playwright/test";
import { chooseFiles } from "../support/choose-files";
import { positionPath, createPdf, sha256 } from "../support/application-form";
import { readStorage, restoredNotice } from "../support/draft-page";
import type { FakePlatform } from "../support/fake-platform";
import { expect, expectHydrated, longIf } from "../support/fixtures";
import { readAppliedPositions, CV, fillIn, submit } from "../support/form-page";
import { apply, test } from "../support/form-steps";
import { readReceiptStatus } from "../support/receipts";

// The platform refuses the application on a later attempt, and the form is returned for correction.

const REASON = "The number 612 345 678 is blocked";

const receipt = (page: Page) => page.locator(".receipt");
const summary = (page: Page) => page.locator(".error-summary");
/** Returns the key of the draft that is stashed under the page's receipt. */
const stashKey = (page: Page) => `puertaDraft:${new URL(page.url()).searchParams.get("receipt")}`;
const restoreButton = (page: Page) => page.getByRole("button", { name: "Recuperar mi formulario" });

/** Sends an application that the platform defers on the first attempt and refuses on the next. */
async function sendRefused(page: Page, platform: FakePlatform) {
  platform.on("apply").answer({ status: 429 });
  await fillIn(page);
  await submit(page);
  await expect(receipt(page)).toContainText("En camino");
  platform.on("apply").answer({ status: 400, body: { detail: REASON } });
}

/** Waits until the application is refused, and refreshes the receipt. */
async function expectRefused(page: Page, platform: FakePlatform) {
  await expect.poll(() => readReceiptStatus(page.url())).toBe("No entregada");
  await page.getByRole("link", { name: "Actualizar estado" }).click();
  await expect(receipt(page)).toContainText("No entregada");
  await expect(receipt(page)).not.toContainText("blocked");
  platform.on("apply").reset();
}

/** Restores the form and waits for the page with the held CV. */
async function correct(page: Page) {
  await restoreButton(page).click();
  await expect(page.locator(".cv-held")).toContainText("cv.pdf");
  await expect(page.locator(".cv-held")).toContainText("Lo guardaremos hasta el ");
}

async function expectCorrected(page: Page, platform: FakePlatform, cv = CV.buffer) {
  await expect(receipt(page)).toContainText("Entregada");
  // Ignore an earlier test's application, which can arrive during this test.
  const corrected = platform.applications.filter((sent) => sent.field("phone") === "+34699112233");
  expect(corrected.map((sent) => [sent.field("first_name"), sent.cv?.sha256])).toEqual([
    ["María José", sha256(cv)],
  ]);
}

test("full: returns a refused application to the browser that sent it, and delivers the corrected form", async ({
  retrySite,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: retrySite.url });
  await sendRefused(page, platform);
  const address = page.url();
  // The browser stores the stashed draft without the file, which the server holds.
  await expect.poll(() => readStorage(page)).toEqual({ drafts: [stashKey(page)], files: 0 });
  const other = await page.context().newPage();
  await other.goto(`${retrySite.url}/-/alive.txt`);
  await other.evaluate(() => localStorage.removeItem("appliedPositions"));
  await other.goto(retrySite.url + positionPath("questions"));
  await expectHydrated(other);
  await expect(other.getByLabel("Nombre")).toHaveValue("");
  await expect(restoredNotice(other)).toHaveCount(0);
  await other.close();

  await expectRefused(page, platform);
  await expect.poll(() => readAppliedPositions(page)).toBe("[]");
  await correct(page);
  await expectHydrated(page);
  await expect(restoredNotice(page)).toBeVisible();
  await expect(summary(page)).toContainText(REASON);
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  // A reload shows the returned form again.
  await page.reload();
  await expectHydrated(page);
  await expect(summary(page)).toContainText(REASON);
  await expect(page.locator(".cv-held")).toContainText("Lo guardaremos hasta el ");
  // The receipt's button keeps corrections that were made in the form.
  await page.getByLabel("Nombre").fill("Ana");
  await page.goto(address);
  await correct(page);
  await expectHydrated(page);
  await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
  await page.getByLabel("Nombre").fill("María José");

  const cv = createPdf(30_000);
  await chooseFiles(page.locator("#cv"), { ...CV, name: "new.pdf", buffer: cv });
  platform.on("apply").once.answer({ status: 422, body: { detail: "Still wrong" } });
  await submit(page);
  await expect(summary(page)).toContainText("Still wrong");
  await page.getByLabel("Teléfono").fill("699 11 22 33");
  await submit(page);
  await expect(page).toHaveURL(address);
  await expectCorrected(page, platform, cv);
  await expect.poll(() => readStorage(page)).toEqual({ drafts: [], files: 0 });
});

test("full: returns a form that is refused before the candidate gets a response @long", async ({
  retrySite,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: retrySite.url });
  const canonical =
    retrySite.url + positionPath("questions").replace("a-position", "jefe-de-taller");
  await page.goto(canonical);
  await expectHydrated(page);
  await page.evaluate(() => (location.hash = "apply"));
  platform.on("apply").answer({ status: 429 });
  await fillIn(page);
  const delay = async (route: Route) => {
    const answer = (await (await route.fetch()).json()) as { receipt: { id: string } };
    platform.on("apply").answer({ status: 400, body: { detail: REASON } });
    const address = `${canonical}?receipt=${answer.receipt.id}`;
    await expect.poll(() => readReceiptStatus(address)).toBe("No entregada");
    const html = await (await fetch(address)).text();
    const [, props = ""] = /data-props="receipt">(.*?)</s.exec(html) ?? [];
    await route.fulfill({ json: { outcome: "applied", ...(JSON.parse(props) as object) } });
  };
  await page.route(/\/-\/applications\/[\w-]+\?/, delay, { times: 1 });
  await submit(page);
  await expect(receipt(page)).toContainText("No entregada");
  platform.on("apply").reset();
  await expect(page.locator("#answer")).toBeFocused();
  await expect(page).toHaveURL(/\?receipt=[0-9a-f]{64}#answer$/);
  await expect.poll(() => readAppliedPositions(page)).toBe(null);

  await correct(page);
  await expectHydrated(page);
  await expect(summary(page)).toContainText(REASON);
  await page.getByLabel("Teléfono").fill("699 11 22 33");
  await submit(page);
  await expectCorrected(page, platform);
  await expect.poll(() => readStorage(page)).toEqual({ drafts: [], files: 0 });
});

const THROWN = /thrown/;

// Other browsers and pages without working scripts have no stashed form.
for (const [title, way] of [
  ["full: in another browser", "full"],
  ["plain: without scripts", "plain"],
  ["partial: with the bundle blocked", "partial"],
  ["partial: with the bundle throwing", "full"],
] as const) {
  test(`${title}, links the receipt of a refused application to an empty form, and sends the form${longIf(way !== "plain")}`, async ({
    browse,
    retrySite,
    openForm,
    platform,
  }) => {
    const isOtherBrowser = title.includes("another");
    const page = await browse(way, { expectErrors: THROWN });
    if (title.includes("throwing")) {
      await page.route(/entry\.js/, (route) =>
        route.fulfill({ contentType: "text/javascript", body: "throw new Error('thrown')" }),
      );
    }
    const sender = isOtherBrowser ? await openForm({ at: retrySite.url }) : page;
    if (!isOtherBrowser) await page.goto(retrySite.url + positionPath("questions"));
    await sendRefused(sender, platform);
    await expectRefused(sender, platform);
    if (isOtherBrowser) await page.goto(sender.url());
    await expect(receipt(page)).toContainText("Si te inscribiste desde otro navegador");
    await expect(restoreButton(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Volver a inscribirme" }).click();
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await fillIn(page, { phone: "699 11 22 33" });
    await apply(page);
    await expectCorrected(page, platform);
  });
}
