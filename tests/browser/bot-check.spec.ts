import { pageOf } from "../support/application-form";
import { expect, expectAwake, test } from "../support/fixtures";
import { applied, fillIn, submit, submitButton } from "../support/form-page";
import { expectRefusedField } from "../support/refused-field";
import { asked, ready, verifying } from "../support/bot-check-page";
import { timerSet } from "../support/page-timers";

test.describe("full:", () => {
  test("the check is loaded at the first touch of the form, with the site key, and not before", async ({
    browse,
    checkedSite,
    provider,
  }) => {
    provider.behave("gives");
    const page = await browse("full");
    await page.goto(checkedSite.url + pageOf("questions"));
    await expectAwake(page);
    await page.waitForLoadState("networkidle");
    expect(provider.requests).toEqual([]);
    await page.getByLabel("Nombre").focus();
    await expect.poll(() => provider.requests).toEqual(["/enterprise.js?render=site-key"]);
    await page.getByLabel("Apellidos").focus();
    await page.waitForLoadState("networkidle");
    expect(provider.requests).toHaveLength(1);
  });

  test("a late result: it is used while the run by hand is under way", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("late");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect.poll(async () => (await asked(page)).runs.length).toBe(1);
    await page.clock.runFor(3000);
    await expect.poll(async () => (await asked(page)).runs.length).toBe(2);
    await page.evaluate(() => (window as unknown as { finishFirstRun(): void }).finishFirstRun());
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("token-1");
  });

  test("no result in 3,000 ms: it is run by hand, and without a result sent with an empty token", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("never");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect.poll(async () => (await asked(page)).runs.length).toBe(1);
    await page.clock.runFor(2999);
    expect((await asked(page)).runs).toHaveLength(1);
    await page.clock.runFor(1);
    await expect.poll(async () => (await asked(page)).runs.length).toBe(2);
    await page.clock.runFor(2999);
    await expect(verifying(page)).toBeVisible();
    expect(platform.applications).toEqual([]);
    await page.clock.runFor(1);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
  });

  test("a run by hand that works: its token is sent", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("by-hand");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect(verifying(page)).toBeVisible();
    await timerSet(page, 3000);
    await page.clock.runFor(2999);
    expect((await asked(page)).runs).toEqual([]);
    await page.clock.runFor(1);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("token-1");
  });

  test("a run by hand that fails: it is sent at once with an empty token", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("fails-by-hand");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect(verifying(page)).toBeVisible();
    await timerSet(page, 3000);
    await page.clock.runFor(3000);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
  });

  test("a check that fails: it is sent at once with an empty token", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("fails");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
  });

  test("after an error the check is reset, and the next try has a token of its own", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("gives");
    platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no." } });
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect(page.locator("#answer")).toContainText("Hoy no.");
    await expect(submitButton(page)).toBeEnabled();
    expect((await asked(page)).resets).toBe(1);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("token-2");
  });

  test("after what only the server calls wrong the check is reset, and the next try has a token of its own", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("gives");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    let tries = 0;
    for (const short of ["+49 151 2345 678", "+49 151 2345 679"]) {
      await page.getByLabel("Teléfono").fill(short);
      await submit(page);
      tries += 1;
      await expect
        .poll(() => asked(page))
        .toMatchObject({ runs: { length: tries }, resets: tries });
      await expect(page.locator("#answer").getByRole("link")).toHaveText(
        /número de teléfono válido/,
      );
      await expect(submitButton(page)).toBeEnabled();
    }
    await page.getByLabel("Teléfono").fill("612 34 56 78");
    expect(platform.requestsOf("apply")).toEqual([]);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("token-3");
  });

  test("a form that the browser finds wrong is not verified", async ({
    browse,
    checkedSite,
    provider,
  }) => {
    provider.behave("gives");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await page.getByLabel("Nombre").fill("");
    await submit(page);
    await expectRefusedField(page, "full", page.getByLabel("Nombre"));
    expect((await asked(page)).runs).toEqual([]);
  });

  test("the check's script that never ends holds an application up for 3,000 ms", async ({
    browse,
    checkedSite,
    platform,
    provider,
  }) => {
    provider.behave("stalls");
    const page = await browse("full");
    await ready(page, checkedSite.url);
    await submit(page);
    await expect(verifying(page)).toBeVisible();
    await timerSet(page, 3000);
    await page.clock.runFor(3000);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
  });
});

for (const way of ["full", "slow"] as const) {
  test.describe(`${way}:`, () => {
    test("a result: the button says Verificando..., then Enviando..., and the token is sent", async ({
      browse,
      checkedSite,
      platform,
      provider,
    }) => {
      provider.behave("late");
      const page = await browse(way);
      await ready(page, checkedSite.url);
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\/-\/applications\/[\w-]+\?/, async (route) => {
        await held;
        await route.continue();
      });
      await submit(page);
      await expect(verifying(page)).toBeVisible();
      await expect
        .poll(async () => (await asked(page)).runs)
        .toEqual([["site-key", "apply_to_job"]]);
      await page.evaluate(() => (window as unknown as { finishFirstRun(): void }).finishFirstRun());
      await expect(page.getByRole("button", { name: "Enviando..." })).toBeVisible();
      expect((await asked(page)).resets).toBe(0);
      answer();
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.field("recaptcha_token")).toBe("token-1");
    });
  });
}

test("partial, third parties blocked: the form is sent at once with an empty token", async ({
  browse,
  checkedSite,
  platform,
  provider,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  const asked: string[] = [];
  await page.route(/enterprise\.js/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await ready(page, checkedSite.url);
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(asked[0]).toBe(`${provider.scriptUrl}?render=site-key`);
  expect(new URL(provider.scriptUrl).origin).not.toBe(checkedSite.url);
  expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
});

test("plain: the form is sent with an empty token", async ({ browse, checkedSite, platform }) => {
  const page = await browse("plain");
  await page.goto(checkedSite.url + pageOf("questions"));
  await fillIn(page);
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications[0]?.field("recaptcha_token")).toBe("");
});
