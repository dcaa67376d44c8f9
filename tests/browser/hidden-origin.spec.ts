import { pageOf } from "../support/application-form";
import { expect, open, SEEN_WAYS, test } from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";

/*
 * A privacy add-on, or a company's script, may bring `no-referrer` into the page. A browser then
 * sends `Origin: null` with a form that is posted without scripts.
 *
 * Source: design, section 8; docs/security.md.
 */
for (const way of SEEN_WAYS) {
  test(`${way}: a page with no-referrer sends its form all the same`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse(way);
    const address = fakeSite.url + pageOf("questions");
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace("<head>", '<head><meta name="referrer" content="no-referrer">');
      await route.fulfill({ response, body });
    });
    await open(page, way, address);
    await fillIn(page);
    const posted = page.waitForRequest(
      (request) => request.method() === "POST" && /send|position=[^/]*$/.test(request.url()),
    );
    await submit(page);
    if (way === "plain") expect((await (await posted).allHeaders()).origin).toBe("null");
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });
}
