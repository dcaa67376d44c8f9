import { expect, test as base, type WorkerFixture } from "playwright/test";
import { startBotCheckProvider, type BotCheckProvider } from "./bot-check-provider";
import { startDeskSite, type DeskSite } from "./desk-site";
import { startEmbeddedSite, type EmbeddedSite } from "./embedded-site";
import { startFakePlatform, type FakePlatform } from "./fake-platform";
import { expectPrivateLog } from "./private-log";
import { startSite, TEST_API_KEY, type Site } from "./site";
import { startStage, type Stage } from "./states/stage";

interface Sites {
  platform: FakePlatform;
  fakeSite: Site;
  /** A site in front of the fake platform, with `DELIVER_LATER` off. */
  directSite: Site;
  provider: BotCheckProvider;
  /** A site in front of the fake platform, with the bot check of `provider`. */
  botCheckSite: Site;
  maintenanceSite: Site;
  /** A site in front of the fake platform, with short retry delays. */
  retrySite: Site;
  embeddedSite: EmbeddedSite;
  desk: DeskSite;
  stage: Stage;
}

const SITE_SCOPE = { scope: "worker", timeout: 120_000 } as const;
const SHORT_TIMEOUTS = { READ_TIMEOUT_MS: "2000", APPLY_TIMEOUT_MS: "2000" };

/** Runs a site in front of the fake platform, and checks the site's log afterwards. */
async function useSite(
  platform: FakePlatform,
  vars: Record<string, string>,
  use: (site: Site) => Promise<void>,
) {
  const site = await startSite({ platform: platform.url, vars });
  await use(site);
  await site.stop();
  expectPrivateLog(site, platform);
}

const siteFixture = (
  vars: Record<string, string>,
): [WorkerFixture<Site, { platform: FakePlatform }>, typeof SITE_SCOPE] => [
  ({ platform }, use) => useSite(platform, vars, use),
  SITE_SCOPE,
];

/**
 * Starts each site on first use. All sites are here, because Playwright starts another worker for a test
 * with different worker fixtures.
 */
export const test = base.extend<object, Sites>({
  platform: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright finds a fixture's dependencies in its pattern
    async ({}, use) => {
      const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
      await use(platform);
      await platform.close();
    },
    { scope: "worker" },
  ],
  fakeSite: siteFixture(SHORT_TIMEOUTS),
  directSite: siteFixture({ ...SHORT_TIMEOUTS, DELIVER_LATER: "off" }),
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright finds a fixture's dependencies in its pattern
    async ({}, use) => {
      const provider = await startBotCheckProvider();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  botCheckSite: [
    async ({ platform, provider }, use) => {
      const vars = { RECAPTCHA_SITE_KEY: "site-key", RECAPTCHA_SCRIPT_URL: provider.scriptUrl };
      await useSite(platform, vars, use);
    },
    SITE_SCOPE,
  ],
  maintenanceSite: siteFixture({ MAINTENANCE: "on" }),
  retrySite: siteFixture({ RETRY_FIRST_MS: "200", RETRY_MAX_MS: "200" }),
  embeddedSite: [
    async ({ platform }, use) => {
      const site = await startEmbeddedSite();
      await use(site);
      await site.stop();
      expectPrivateLog(site, platform);
    },
    SITE_SCOPE,
  ],
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright finds a fixture's dependencies in its pattern
    async ({}, use) => {
      const desk = await startDeskSite({ platformVars: { EMAIL_URL: "catcher:" } });
      // The desk is set up once it has a sign-in code.
      await desk.createCode(null);
      await use(desk);
      await desk.stop();
    },
    SITE_SCOPE,
  ],
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright finds a fixture's dependencies in its pattern
    async ({}, use) => {
      const { stop, ...stage } = await startStage();
      await use(stage);
      await stop();
    },
    SITE_SCOPE,
  ],
});

export { expect };
