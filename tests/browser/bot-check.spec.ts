import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { expect, expectHydrated, test } from "../support/fixtures";
import { appliedMessage, fillIn, submit, submitButton, summary } from "../support/form-page";

// app/application/form/bot-check.test.ts tests time-outs and failed checks.

interface Provider {
  botCheck: { runs: [string, string][]; resets: number };
  finishFirstRun: () => void;
}

const readRecord = (page: Page) => page.evaluate(() => (window as unknown as Provider).botCheck);

test("full: loads, runs and resets the bot check [3.23, 4.02, 4.03, 4.09, 5.20, 7.10, 7.11, 8.10, 9.07]", async ({
  browse,
  botCheckSite,
  platform,
  provider,
}) => {
  provider.behave("late");
  const page = await browse("full");
  let respond: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (respond = resolve));
  await page.route(/\/-\/applications\/[\w-]+\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(botCheckSite.url + positionPath("questions"));
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  expect(provider.requests).toEqual([]);
  await page.getByLabel("Nombre").focus();
  await expect.poll(() => provider.requests).toEqual(["/enterprise.js?render=site-key"]);

  // The form has errors, so no check runs.
  await submit(page);
  await expect(summary(page)).toBeFocused();
  expect(await readRecord(page)).toEqual({ runs: [], resets: 1 });

  // The phone number is one digit short. Only the server refuses such a number.
  await fillIn(page, { phone: "+49 151 2345 678" });
  await submit(page);
  await expect(page.getByRole("button", { name: "Verificando..." })).toBeVisible();
  await expect
    .poll(async () => (await readRecord(page)).runs)
    .toEqual([["site-key", "apply_to_job"]]);
  await page.evaluate(() => (window as unknown as Provider).finishFirstRun());
  await expect(page.getByRole("button", { name: "Enviando..." })).toBeVisible();
  expect((await readRecord(page)).resets).toBe(1);
  respond();
  await expect(page.locator("#phone-error")).toBeVisible();
  await expect.poll(async () => (await readRecord(page)).resets).toBe(2);

  platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no." } });
  await page.getByLabel("Teléfono").fill("612 34 56 78");
  await submit(page);
  await expect(summary(page)).toContainText("Hoy no.");
  await expect.poll(async () => (await readRecord(page)).resets).toBe(3);
  await expect(submitButton(page)).toBeEnabled();
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications[0]?.field("recaptcha_token")).toBe("token-3");
  expect(provider.requests).toHaveLength(1);
});
