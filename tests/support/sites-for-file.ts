import { rmSync } from "node:fs";
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
  beforeEach(() => platform.beginTest());
  const named = Object.fromEntries(entries.map(([name], index) => [name, started[index]]));
  return { ...(named as Record<Name, Site>), platform }; // contains a site for each name
}

async function start() {
  const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const site = await startSite({ platform: platform.url });
  // Miniflare stops the site when Vitest ends this process.
  process.once("exit", () => rmSync(site.state, { recursive: true, force: true }));
  return { platform, site };
}
let shared: ReturnType<typeof start> | undefined;

/**
 * Returns a platform and a site that all files in this process share, because starting them takes longer than
 * most files' tests.
 */
export async function useSharedSite() {
  const { platform, site } = await (shared ??= start());
  site.log.length = 0;
  beforeEach(() => platform.beginTest());
  return { platform, site };
}
