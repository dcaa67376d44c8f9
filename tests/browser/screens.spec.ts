import { expect, test } from "../support/fixtures";

// What the screens' HTML says: tests/requests/shown.test.ts.

test("plain: Try Again on /error loads the same address again, to the letter", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("plain", { expectErrors: /status of 500/ });
  const address = `${fakeSite.url}/error?lang=es-mx&from=a%20b`;
  await page.goto(address);
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.getByText("Intentar de nuevo", { exact: true }).click(),
  ]);
  expect([again.status(), again.url()]).toEqual([500, address]);
});
