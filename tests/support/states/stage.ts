import type { BrowserContextOptions, Page } from "playwright/test";
import { languageTag, type Language } from "../../../app/i18n/language";
import { messagesFor } from "../../../app/i18n/messages";
import { startBotCheckProvider, type BotCheckProvider } from "../bot-check-provider";
import { startFakePlatform, type FakePlatform, type Json } from "../fake-platform";
import { test as base } from "../fixtures";
import { startSite, TEST_API_KEY, type Site } from "../site";
import type { ScreenState, StateWay } from "./scene";

/**
 * The platform and sites for the states. Other tests use another platform, because a state's application
 * can arrive after the state's test.
 */
export interface Stage {
  platform: FakePlatform;
  site: Site;
  /** Starts, at its first use, a site with a bot check and with `DELIVER_LATER` off. */
  strictSite: () => Promise<Site>;
  /** Starts, at its first use, a site like `strictSite` with a rate limit of ten forms a minute. */
  limitedSite: () => Promise<Site>;
  provider: BotCheckProvider;
  /** Further properties of the company, such as the logo. */
  brand: Json;
}

interface StateFixtures {
  /** Opens a new page in a state. */
  reach: (
    state: ScreenState,
    way: StateWay,
    language: Language,
    options?: BrowserContextOptions,
  ) => Promise<Page>;
}

const TIMES = { READ_TIMEOUT_MS: "1000", APPLY_TIMEOUT_MS: "2000", RETRY_FIRST_MS: "200" };

/** A site that starts at its first use. */
function startOnce(options: Parameters<typeof startSite>[0]) {
  let starting: Promise<Site> | undefined;
  return {
    start: () => (starting ??= startSite(options)),
    stop: async () => (await starting)?.stop(),
  };
}

export const test = base.extend<StateFixtures, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright finds a fixture's dependencies in its pattern
    async ({}, use) => {
      const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
      const provider = await startBotCheckProvider();
      const site = await startSite({ platform: platform.url, vars: TIMES });
      const strict = {
        ...TIMES,
        DELIVER_LATER: "off",
        RECAPTCHA_SITE_KEY: "site-key",
        RECAPTCHA_SCRIPT_URL: provider.scriptUrl,
      };
      const strictSite = startOnce({ platform: platform.url, vars: strict });
      const limitedSite = startOnce({
        platform: platform.url,
        vars: { ...strict, RATE_LIMITS: "on" },
        limits: { APPLICATION_LIMIT: 10 },
      });
      await use({
        ...{ platform, site, provider, brand: {} },
        strictSite: strictSite.start,
        limitedSite: limitedSite.start,
      });
      for (const part of [site, strictSite, limitedSite]) await part.stop();
      for (const part of [provider, platform]) await part.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  reach: async ({ browse, stage }, use) => {
    await use(async (state, way, language, options = {}) => {
      stage.platform.reset();
      stage.provider.behave("gives");
      const { expectErrors } = state;
      const page = await browse(way, {
        locale: languageTag(language),
        // Animations would change screenshots.
        reducedMotion: "reduce",
        ...(expectErrors && { expectErrors }),
        ...options,
      });
      await state.reach({ page, stage, way, language, t: messagesFor(language) });
      return page;
    });
  },
});

export { expect } from "../fixtures";
