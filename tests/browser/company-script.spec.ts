import { pageOf } from "../support/application-form";
import { expect, test } from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";

/** What a company's script may do, by accident or not, and an application arrives all the same. */
const SCRIPTS = [
  ["has no Promise", "window.Promise = null;"],
  ["has no FormData", "window.FormData = null;"],
  ["has no map of lists", "Array.prototype.map = null;"],
  [
    "has a map of lists that throws, from later on",
    `setTimeout(() => {
       Array.prototype.map = () => { throw new Error("theirs"); };
     });`,
  ],
  ["removes the form", `document.querySelector("#application").remove();`],
  ["removes what the form stands in", `document.querySelector(".position-form").remove();`],
  [
    "removes the form when it is typed into",
    `document.addEventListener(
       "input",
       () => document.querySelector("#application").remove(),
       { once: true },
     );`,
  ],
  [
    "makes the form throw when it is typed into, and has no map of lists that works",
    `document.addEventListener("input", () => {
       Array.prototype.map = () => [];
       Node.prototype.insertBefore = Element.prototype.setAttribute = () => { throw new Error("theirs"); };
     }, true);`,
  ],
  [
    "has none of many things",
    `for (const name of ["Promise", "FormData", "fetch", "Map", "Object", "JSON", "setTimeout", "URL"])
       window[name] = undefined;
     for (const name of ["map", "filter", "forEach", "push", "find", "some"])
       delete Array.prototype[name];`,
  ],
  [
    "has a FormData of its own, which throws",
    `window.FormData = class { constructor() { throw new Error("theirs"); } };`,
  ],
  [
    "swallows submits",
    `const swallow = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
     window.addEventListener("submit", swallow, true);
     document.querySelector("#application").addEventListener("submit", swallow, true);`,
  ],
  [
    "swallows clicks on the button",
    `document.addEventListener("click", (event) => {
       if (event.target.closest("button.button-submit")) event.preventDefault();
     }, true);`,
  ],
] as const;

const ran = (js: string) => `document.documentElement.dataset.ran = "yes";\n${js}`;

for (const [what, js] of SCRIPTS) {
  test.describe("full:", () => {
    test(`an application arrives where a company's script ${what}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ apply_page_js: ran(js) });
      const page = await browse("full", {
        expectErrors: /theirs|is not a function|of undefined|null/,
      });
      await page.goto(fakeSite.url + pageOf("questions"));
      // It runs when the form is awake.
      await expect(page.locator("html")).toHaveAttribute("data-ran", "yes");
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    });
  });

  test.describe("partial, bundle late:", () => {
    test(`an application arrives where a company's script runs before the form and ${what}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ apply_page_js: ran(js) });
      const page = await browse("full", {
        expectErrors: /theirs|is not a function|of undefined|null/,
      });
      let letGo: () => void = () => undefined;
      const come = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(/build\/form-/, async (route) => {
        await come;
        await route.continue();
      });
      await page.goto(fakeSite.url + pageOf("questions"));
      // It waits for the form five seconds at most.
      await expect(page.locator("html")).toHaveAttribute("data-ran", "yes", { timeout: 20_000 });
      letGo();
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      // The next page's scripts may still be on their way.
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  });
}
