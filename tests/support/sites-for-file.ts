import { afterAll, beforeEach } from "vitest";
import { startFakePlatform, type FakePlatform } from "./fake-platform";
import { startSite, TEST_API_KEY, type Site } from "./site";

type Options = Omit<Parameters<typeof startSite>[0], "platform">;

/**
 * Starts a fake platform and named sites in front of it for all tests of a file. Resets the platform before
 * each test. Stops the sites and the platform after the last test.
 */
export async function startSites<Name extends string>(
  sites: Record<Name, Options>,
): Promise<Record<Name, Site> & { platform: FakePlatform }> {
  const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const entries = Object.entries<Options>(sites);
  const started = await Promise.all(
    entries.map(([, options]) => startSite({ platform: platform.url, ...options })),
  );
  afterAll(async () => {
    await Promise.all(started.map((site) => site.stop()));
    await platform.close();
  });
  beforeEach(() => platform.reset());
  const named = Object.fromEntries(entries.map(([name], index) => [name, started[index]]));
  return { ...(named as Record<Name, Site>), platform }; // contains a site for each name
}
