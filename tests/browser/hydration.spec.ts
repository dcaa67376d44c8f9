import { messagesFor } from "~/app/i18n/messages";
import { positionPath, sha256 } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { positionWithAllKinds } from "../support/field-cases";
import { expect, expectHydrated, isHydrated, open, test, longIf } from "../support/fixtures";
import { appliedMessage, readAppliedPositions, CV, submit } from "../support/form-page";
import {
  fillInAndSelect,
  expectDraftKept,
  fillInBeforeScripts,
  delayScripts,
} from "../support/delayed-scripts";
import { recordTimersOnLoad, waitForTimer } from "../support/page-timers";

test.describe("partial, bundle late:", () => {
  /** Changes that extensions, translators and other scripts can make before hydration. */
  const TAMPERING = `
    document.head.prepend(document.createElement("meta"));
    document.body.prepend(document.createElement("div"));
    document.querySelector("#first_name").before(document.createElement("password-helper"));
    for (const label of document.querySelectorAll("#application label:not(:has(input, a))")) {
      const font = document.createElement("font");
      font.textContent = label.textContent;
      label.replaceChildren(font);
    }
    document.querySelector("#application .hint").remove();`;

  for (const [condition, tamper] of [
    ["", ""],
    [", even in a changed page", TAMPERING],
  ] as const) {
    test(`keeps text, choices, file, focus and caret, and sends the file${condition}${longIf(condition !== "")}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse("full");
      const release = await fillInBeforeScripts(page, fakeSite.url);
      await page.evaluate(tamper);
      release();
      await expectHydrated(page);
      await expectDraftKept(page);
      await expect(page.locator(".cv-choice")).toContainText("cv.pdf");
      await submit(page);
      await expect(appliedMessage(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  }

  test("keeps the server's messages at their fields, even in a changed page @long", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    const release = await fillInBeforeScripts(page, fakeSite.url);
    const name = page.getByLabel("Nombre");
    await name.fill("\u200b");
    await submit(page);
    const message = page.locator("#first_name-error");
    await expect(message).toBeVisible();
    await page.evaluate(TAMPERING);
    release();
    await expectHydrated(page);
    await expect(message).toHaveText(messagesFor("es-es")["error.first_name_missing"]);
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("textarea")).toHaveValue("Porque sí");
    await name.fill("Ana");
    await expect(message).toHaveCount(0);
    await expect(name).toHaveAttribute("aria-invalid", "false");
  });

  test("adds counters to plain fields, even in a changed page @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.position(fakePositions.plain, positionWithAllKinds());
    const page = await browse("full");
    const release = await delayScripts(page);
    await page.goto(fakeSite.url + positionPath("plain"), { waitUntil: "commit" });
    await page.getByRole("checkbox").last().waitFor();
    await page.evaluate(TAMPERING);
    release();
    await page.getByLabel("Nombre").focus();
    await expectHydrated(page);
    const answer = page.locator("textarea").first();
    const limit = Number(await answer.getAttribute("data-max"));
    await answer.fill("a".repeat(limit - 7));
    await expect(page.getByText("Caracteres restantes: 7").first()).toBeVisible();
  });

  test("sends a form before the scripts load [3.26, 9.08]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    // Start with an invalid list of applied positions.
    await page.addInitScript(() => void (localStorage.appliedPositions ??= "{not JSON"));
    const release = await fillInBeforeScripts(page, fakeSite.url);
    await submit(page);
    await page.waitForURL(/receipt=/, { waitUntil: "commit" });
    release();
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    await expect
      .poll(() => readAppliedPositions(page))
      .toBe(JSON.stringify([fakePositions.questions]));
  });

  test("delays a company's script by up to 5 s until the site's scripts load [1.06, 2.35] @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({
      apply_page_js: `document.documentElement.dataset.ran =
        (document.documentElement.dataset.ran ?? "") + "once";`,
    });
    for (const path of [`/${fakeClientCode}/${fakeClientUuid}`, positionPath("questions")]) {
      const page = await browse("full");
      await page.clock.install();
      const release = await delayScripts(page);
      await page.goto(fakeSite.url + path, { waitUntil: "commit" });
      await expect(page.getByRole("contentinfo")).toBeVisible();
      const root = page.locator("html");
      await expect(root).not.toHaveAttribute("data-ran");
      release();
      await expect(root).toHaveAttribute("data-ran", "once");
      await page.clock.runFor(10_000);
      await expect(root).toHaveAttribute("data-ran", "once");
    }

    // The company's script runs after 5 s even if the form isn't hydrated.
    const page = await browse("full");
    await page.clock.install();
    await recordTimersOnLoad(page);
    await delayScripts(page, /hydrate\.js/);
    await page.goto(fakeSite.url + positionPath("questions"));
    const ran = () => page.locator("html").getAttribute("data-ran");
    // The 5 s begin when the page sets the timer, possibly after the page loads.
    await page.clock.pauseAt((await waitForTimer(page, 5000)) + 4999);
    expect(await ran()).toBeNull();
    await page.clock.runFor(1);
    expect(await ran()).toBe("once");
  });
});

/** Counts uses of locale-dependent formatters, because their first use is slow. */
const COUNT_FORMATS = `
  window.formats = [];
  for (const type of [Number, Date]) {
    const { toLocaleString } = type.prototype;
    type.prototype.toLocaleString = function (...args) {
      formats.push(type.name);
      return toLocaleString.apply(this, args);
    };
  }
  for (const name of ["NumberFormat", "DateTimeFormat", "DisplayNames", "PluralRules"]) {
    Intl[name] = new Proxy(Intl[name], {
      construct: (type, args) => (formats.push(name), new type(...args)),
    });
  }
`;

test("full: hydrates without loading a script twice or formatting a value", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  const formats = () => page.evaluate<string[]>("formats");
  await page.addInitScript({ content: COUNT_FORMATS });
  await open(page, "full", fakeSite.url + positionPath("questions"));
  expect(await formats()).toEqual([]);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.includes("/build/")),
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(new Set(scripts).size).toBe(scripts.length);

  await page.locator("#cv").setInputFiles(CV);
  await expect(page.locator(".cv-size")).toBeVisible();
  expect(await formats()).not.toEqual([]);
});

/** Delays the messages with which React schedules its next task. */
const DELAY_MESSAGES = `
  const { postMessage } = MessagePort.prototype;
  window.queued = [];
  MessagePort.prototype.postMessage = function (...args) {
    const send = () => postMessage.apply(this, args);
    queued ? queued.push(send) : send();
  };
  window.release = () => {
    const sends = queued;
    queued = undefined;
    for (const send of sends) send();
  };
`;

test("full: keeps the entered values when hydration runs in a later task @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await page.addInitScript({ content: DELAY_MESSAGES });
  await page.goto(fakeSite.url + positionPath("questions"));
  await expect.poll(() => page.evaluate<number>("queued.length")).toBe(1);
  await fillInAndSelect(page);
  expect(await isHydrated(page)).toBe(false);
  await page.evaluate("release()");
  await expectHydrated(page);
  await expectDraftKept(page);
});
