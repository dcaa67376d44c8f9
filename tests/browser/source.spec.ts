import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { expect, expectHydrated, hasScripts, DISTINCT_WAYS, test } from "../support/fixtures";
import { fillIn } from "../support/form-page";
import { apply } from "../support/form-steps";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
const SOURCE_QUERY = "utm_source=jobvine&utm_medium=posts&gh_src=a1b2";
const SOURCE = { utm_source: "jobvine", utm_medium: "posts", gh_src: "a1b2" };

for (const way of DISTINCT_WAYS) {
  test(`${way}: carries the source from the career site through a search to the application [10.17] @long`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    for (const position of Object.values(fakePositions)) {
      platform.position(position, { takes: ["source"] });
    }
    const page = await browse(way);
    await page.goto(`${fakeSite.url}${careerSite}?${SOURCE_QUERY}`);
    await page.getByRole("searchbox").fill("bicicletas");
    await page.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/q=bicicletas/);
    await page.getByRole("link", { name: "Mecánica de bicicletas" }).click();
    await expect(page).toHaveTitle("Job application");
    // Links to other languages keep the source.
    for (const [name, tag] of [
      ["English", "en"],
      ["Español", "es-es"],
    ] as const) {
      await page.getByRole("link", { name }).click();
      await expect(page).toHaveURL(new RegExp(`lang=${tag}`));
    }
    if (hasScripts(way)) await expectHydrated(page);
    await fillIn(page);
    await apply(page);
    expect(platform.applications.map((application) => application.field("source"))).toEqual([
      JSON.stringify(SOURCE),
    ]);
    const stored = await page.evaluate(() =>
      JSON.stringify([
        document.cookie,
        Object.entries(localStorage),
        Object.entries(sessionStorage),
      ]),
    );
    expect(stored).not.toMatch(/jobvine|a1b2/);
  });
}
