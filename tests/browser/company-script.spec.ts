import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import type { FakePlatform } from "../support/fake-platform";
import { expect, test, longIf } from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";
import { delayScripts } from "../support/delayed-scripts";
import { recordTimersOnLoad, waitForTimer } from "../support/page-timers";

// A company's script that breaks the page must not prevent an application.

const ERRORS = /theirs|is not a function|of undefined|null/;

const REMOVES_BUILT_INS = `
  for (const name of ["Promise", "FormData", "fetch", "Map", "Object", "JSON", "setTimeout", "URL"])
    window[name] = undefined;
  for (const name of ["map", "filter", "forEach", "push", "find", "some"])
    delete Array.prototype[name];`;

const SCRIPTS = {
  "removes many built-ins": REMOVES_BUILT_INS,
  "replaces FormData with a class that throws": `
    window.FormData = class { constructor() { throw new Error("theirs"); } };`,
  "removes the form's container": `document.querySelector(".position-form").remove();`,
  "removes the form when the candidate types": `
    document.addEventListener(
      "input",
      () => document.querySelector("#application").remove(),
      { once: true },
    );`,
  "makes the form throw when the candidate types, and breaks Array.map": `
    document.addEventListener("input", () => {
      Array.prototype.map = () => [];
      Node.prototype.insertBefore = Element.prototype.setAttribute = () => { throw new Error("theirs"); };
    }, true);`,
  "cancels submit events": `
    const swallow = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
    window.addEventListener("submit", swallow, true);
    document.querySelector("#application").addEventListener("submit", swallow, true);`,
  "cancels clicks on the submit button": `
    document.addEventListener("click", (event) => {
      if (event.target.closest("button.button-submit")) event.preventDefault();
    }, true);`,
  "throws, and redefines fetch and setTimeout": `
    window.fetch = () => { throw new Error("theirs"); };
    window.setTimeout = () => 0;
    throw new Error("theirs");`,
  "removes hints, headings and elements around the form, and wraps the form's fields": `
    for (const part of document.querySelectorAll(
      "header, footer, .position-details, [data-props], dialog, .skip-link, #page-status, " +
        "#application :is(h2, .hint, .field-warning)"
    )) part.remove();
    for (const field of document.querySelectorAll("#application .field")) {
      const box = document.createElement("div");
      field.before(box);
      box.append(field);
    }`,
};

/** Scripts that are also tested outside `npm run test:long`. */
const OFTEN = ["removes many built-ins"];

/** Scripts that can break the form before it is hydrated. */
const EARLY_SCRIPTS = {
  "removes many built-ins": REMOVES_BUILT_INS,
  "removes the form": `document.querySelector("#application").remove();`,
};

async function apply(page: Page, platform: FakePlatform) {
  await fillIn(page);
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
}

const markAsRun = (js: string) => `document.documentElement.dataset.ran = "yes";\n${js}`;

for (const [what, js] of Object.entries(SCRIPTS)) {
  test(`full: sends an application even if a company's script ${what} [2.39]${longIf(!OFTEN.includes(what))}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({ apply_page_js: markAsRun(js) });
    const page = await browse("full", { expectErrors: ERRORS });
    await page.goto(fakeSite.url + positionPath("questions"));
    // The script runs after the form is hydrated.
    await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
    await apply(page, platform);
  });
}

for (const [what, js] of Object.entries(EARLY_SCRIPTS)) {
  test(`partial, bundle late: sends an application even if a company's script runs before hydration and ${what} [2.39]${longIf(what !== "removes the form")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.client({ apply_page_js: markAsRun(js) });
    const page = await browse("full", { expectErrors: ERRORS });
    await page.clock.install();
    await recordTimersOnLoad(page);
    const release = await delayScripts(page, /hydrate\.js/);
    await page.goto(fakeSite.url + positionPath("questions"));
    await waitForTimer(page, 5000);
    await page.clock.runFor(5000);
    await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
    release();
    await apply(page, platform);
    // The next page's scripts might still be loading.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

const onSubmit = (js: string) => `form.addEventListener("submit", () => { ${js} });`;
const EVERY_CONTROL = "for (const control of form.elements)";

/** Scripts that prevent a second submit. Most of them would also prevent the first. */
const GUARDS = {
  "disables the button when the form is submitted": onSubmit("button.disabled = true"),
  "disables the button when it is clicked": "button.onclick = () => { button.disabled = true };",
  "disables the button after a click": `
    button.addEventListener("click", () => setTimeout(() => { button.disabled = true }));`,
  "disables every control": onSubmit(`${EVERY_CONTROL} control.disabled = true`),
  "disables every control as soon as it runs": `${EVERY_CONTROL} control.disabled = true;`,
  "makes fields read-only, and the form inert": `
    for (const control of form.elements) control.readOnly = true;
    ${onSubmit("form.parentElement.inert = true")}`,
  "makes the submit button a plain button": onSubmit('button.type = "button"'),
  "makes the submit button a plain button when it is clicked": `
    button.onclick = () => { button.type = "button" };`,
  "removes the fields' names": onSubmit(`${EVERY_CONTROL} control.removeAttribute("name")`),
};
const withForm = (js: string) =>
  markAsRun(`const form = document.querySelector("#application");
    const button = form.querySelector(".button-submit");
    ${js}`);

/** Returns the attributes that `GUARDS` change. */
const readControls = (page: Page) =>
  page
    .locator("#application :is(.button-submit, input, select, textarea, fieldset)")
    .evaluateAll((all) =>
      all.map((control) =>
        ["id", "name", "type", "disabled", "readonly"].map((name) => control.getAttribute(name)),
      ),
    );

for (const [index, [what, js]] of Object.entries(GUARDS).entries()) {
  test(`full: lets a candidate correct and send a form although a company's script ${what} [2.39]${longIf(index > 0)}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no." } });
    const page = await browse("full");
    await page.goto(fakeSite.url + positionPath("questions"));
    await fillIn(page);
    const rendered = await readControls(page);
    platform.client({ apply_page_js: withForm(js) });
    await page.goto(`${fakeSite.url}${positionPath("questions")}?`);
    await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
    await fillIn(page);
    await page.getByLabel("Nombre").fill("");
    await submit(page);
    await expect(page.locator("#answer").getByRole("listitem")).toHaveText(["Escribe tu nombre."]);
    await page.getByLabel("Nombre").fill("María José");
    await submit(page);
    await expect(page.getByText("Hoy no.")).toBeVisible();
    expect(await readControls(page)).toEqual(rendered);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications.map((sent) => sent.field("first_name"))).toEqual(["María José"]);
  });
}

test("partial: sends every value of a form that isn't hydrated when a company's script disables its controls [2.39]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.client({ apply_page_js: withForm(GUARDS["disables every control"]) });
  const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
  await page.route("**/hydrate.js", (route) => route.abort());
  await page.goto(fakeSite.url + positionPath("questions"));
  await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
  await apply(page, platform);
});
