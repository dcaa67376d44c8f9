import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { restoredNotice } from "../support/draft-page";
import { expect, open } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit, submitButton } from "../support/form-page";
import { expectArrived, expectArrivedWithoutCv, test } from "../support/form-steps";

const LOST = /net::ERR_/;
const waiting = (page: Page) => page.getByRole("button", { name: "Esperando conexión..." });

/** The submit button while the form waits for its CV or for the connection. */
const waitingOrUploading = (page: Page) =>
  page.getByRole("button", { name: /Subiendo tu CV|Esperando conexión/ });

test("full: reports a lost connection immediately, and sends a waiting form automatically", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ expectErrors: LOST });
  await page.context().setOffline(true);
  await expect(page.locator(".offline-notice")).toBeVisible();
  await fillIn(page);
  await submit(page);
  await expect(waitingOrUploading(page)).toBeVisible();
  expect(platform.attempts()).toEqual([]);
  await page.context().setOffline(false);
  await expect(appliedMessage(page)).toBeVisible();
  await expect(page.locator(".offline-notice")).toHaveCount(0);
  expectArrived(platform);
});

test("full: sends a waiting form that has no CV, including later changes @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ position: "plain", expectErrors: LOST });
  await fillIn(page, { cv: null });
  await page.context().setOffline(true);
  await submit(page);
  await expect(waiting(page)).toBeVisible();
  await page.getByLabel("Nombre").fill("Ana");
  await page.context().setOffline(false);
  await expect(appliedMessage(page)).toBeVisible();
  expectArrivedWithoutCv(platform);
  expect(platform.applications[0]?.field("first_name")).toBe("Ana");
});

test("full: sends a form again after the connection was lost while sending @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ position: "plain", expectErrors: LOST });
  await fillIn(page, { cv: null });
  await page.route(
    /\/-\/applications\/[\w-]+\?/,
    async (route) => {
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
  await submit(page);
  await expect(waiting(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(appliedMessage(page)).toBeVisible();
  expectArrivedWithoutCv(platform);
});

test("full: shows that the form waits when the connection is lost during the CV's upload @long", async ({
  openForm,
}) => {
  const page = await openForm({ position: "plain" });
  // Stall the upload.
  await page.route(/\/-\/applications\/[^/]+\/cv/, () => undefined);
  await fillIn(page);
  await submit(page);
  await expect(page.getByRole("button", { name: "Subiendo..." })).toBeVisible();
  await page.context().setOffline(true);
  await expect(waiting(page)).toBeVisible();
});

test("full: doesn't send a form that was cleared while waiting, or a removed file @long", async ({
  fakeSite,
  openForm,
  platform,
}) => {
  const page = await openForm({ position: "plain", expectErrors: LOST });
  await fillIn(page, { cv: null });
  await page.reload();
  await expect(restoredNotice(page)).toBeVisible();
  await page.context().setOffline(true);
  await page.locator("#cv").setInputFiles(CV);
  await submit(page);
  await expect(waitingOrUploading(page)).toBeVisible();
  await page.getByRole("button", { name: "Quitar" }).click();
  await expect(submitButton(page)).toBeEnabled();
  await submit(page);
  await expect(waiting(page)).toBeVisible();
  await page.getByRole("button", { name: "Empezar de nuevo" }).click();
  await expect(submitButton(page)).toBeEnabled();
  await page.context().setOffline(false);
  await expect(page.locator(".offline-notice")).toHaveCount(0);
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  expect(platform.attempts()).toEqual([]);
});

test("full: restores text and file after an offline reload, and sends them on the next submit", async ({
  connection,
  openForm,
  platform,
}) => {
  const page = await openForm({ at: connection.url, expectErrors: LOST });
  await page.context().setOffline(true);
  // The emulation can end before the page is replaced. The waiting form would then be sent.
  connection.cutAfter(0);
  await fillIn(page);
  await submit(page);
  await expect(waitingOrUploading(page)).toBeVisible();
  await page.reload().catch(() => undefined);
  await expect(page.locator("form")).toHaveCount(0);
  expect(platform.attempts()).toEqual([]);
  connection.restore();
  await page.context().setOffline(false);
  await page.goto(connection.url + positionPath("questions"));
  await expect(restoredNotice(page)).toBeVisible();
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expectArrived(platform);
  expect(platform.applications[0]?.field("first_name")).toBe("María José");
});
