import { positionPath } from "../support/application-form";
import { expect, test } from "../support/fixtures";
import { fillIn } from "../support/form-page";
import { apply } from "../support/form-steps";

/*
 * A privacy extension or a company's script can set `no-referrer` in the page. The browser then sends
 * `Origin: null` with the plain form (docs/security.md).
 */
test("plain: sends the form of a page with no-referrer @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("plain");
  const url = fakeSite.url + positionPath("questions");
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace("<head>", '<head><meta name="referrer" content="no-referrer">');
    await route.fulfill({ response, body });
  });
  await page.goto(url);
  await fillIn(page);
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await apply(page);
  expect((await (await posted).allHeaders()).origin).toBe("null");
  expect(platform.applications).toHaveLength(1);
});
