import { formOf, post } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, startFakePlatform } from "../support/fake-platform";
import { expect, open, SEEN_WAYS, test } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { withinOneMinute } from "../support/minute";
import { startSite, TEST_API_KEY } from "../support/site";

for (const way of SEEN_WAYS) {
  test(`${way}: one form too many comes back as it was, and the field that no person meets is not met`, async ({
    browse,
  }) => {
    const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
    const site = await startSite({
      platform: platform.url,
      vars: { RATE_LIMITS: "on" },
      limits: { APPLICATION_LIMIT: 10 },
    });
    const position = "a-position-much-applied-for";
    platform.position(position, { name: "Job", client: fakeClientUuid });
    try {
      const address = `${site.url}/${fakeClientCode}/job/${position}`;
      const page = await browse(way, { expectErrors: /status of 429/ });
      await withinOneMinute(async () => {
        await open(page, way, address);
        const trap = page.locator("[name=subject]");
        await expect(trap).toHaveCount(1);
        await expect(trap).toBeHidden();
        await fillIn(page);
        for (let count = 0; count < 10; count += 1) {
          await post(address, formOf({ first_name: "" }));
        }
        await submit(page);
        await expect(page.locator("#answer")).toContainText(
          "Se han enviado demasiadas candidaturas",
        );
        await expect(page.getByLabel("Nombre")).toHaveValue("María José");
        // Nothing is stored of one form too many, so that only a page with scripts still has the file.
        await expect(page.locator("#application")).toContainText(
          way === "plain" ? "vuelve a elegir tu CV" : "cv.pdf",
        );
      });
      expect(platform.requestsOf("apply")).toEqual([]);
    } finally {
      await site.stop();
      await platform.close();
    }
  });
}
