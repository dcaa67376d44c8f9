import { expect, test } from "vitest";
import { fakeClientCode, fakeClientUuid, startFakePlatform } from "../support/fake-platform";
import { embedded, startOtherSite } from "../support/other-site";
import { startSite, TEST_API_KEY } from "../support/site";
import { Engine } from "./engine";
import { findFirefox, startFirefox } from "./firefox";

const firefox = findFirefox();

for (const scripts of [true, false]) {
  test.skipIf(firefox === undefined)(
    `Firefox ${scripts ? "with" : "without"} scripts: a company's own site leads to its positions`,
    async () => {
      if (firefox === undefined) return;
      const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
      const site = await startSite({ platform: platform.url });
      const careerSite = `${site.url}/${fakeClientCode}/${fakeClientUuid}`;
      const other = await startOtherSite(() => embedded(careerSite));
      const engine = await Engine.begin(await startFirefox(firefox, { scripts }));
      try {
        await engine.open(other.url);
        if (scripts) {
          // The list stands in the element's shadow, which only a script reaches.
          await expect
            .poll(() => engine.text("puerta-jobs"), { timeout: 20_000 })
            .toContain("Mecánica");
        }
        await engine.click("puerta-jobs > a");
        await expect.poll(engine.address, { timeout: 20_000 }).toBe(careerSite);
      } finally {
        await engine.end();
        await other.close();
        await site.stop();
        await platform.close();
      }
    },
  );
}
