import { afterAll, beforeAll } from "vitest";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

/** A site and its platform, for the tests of a file. */
export function useWorld(): { platform: FakePlatform; site: Site } {
  const world = {} as { platform: FakePlatform; site: Site }; // filled before the first test
  beforeAll(async () => {
    world.platform = await startFakePlatform({ apiKey: TEST_API_KEY });
    world.site = await startSite({ platform: world.platform.url });
  });
  afterAll(async () => {
    await world.site.stop();
    await world.platform.close();
  });
  return world;
}
