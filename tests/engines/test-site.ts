import { afterAll, beforeAll } from "vitest";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

export function useTestSite(): { platform: FakePlatform; site: Site } {
  const context = {} as { platform: FakePlatform; site: Site }; // `beforeAll` assigns both properties.
  beforeAll(async () => {
    context.platform = await startFakePlatform({ apiKey: TEST_API_KEY });
    context.site = await startSite({ platform: context.platform.url });
  });
  afterAll(async () => {
    await context.site.stop();
    await context.platform.close();
  });
  return context;
}
