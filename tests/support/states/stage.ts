import { LANGUAGE_PACKS } from "~/contract/languages";
import { startBotCheckProvider, type BotCheckProvider } from "../bot-check-provider";
import { startFakePlatform, type FakePlatform, type Json } from "../fake-platform";
import { startSite, TEST_API_KEY, type Site } from "../site";

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
  /** Additional properties of the company, such as the logo. */
  brand: Json;
}

/** The variables of all the stage's sites. All language packs are on. */
const VARS = {
  READ_TIMEOUT_MS: "1000",
  APPLY_TIMEOUT_MS: "2000",
  RETRY_FIRST_MS: "200",
  LANGUAGES: LANGUAGE_PACKS.join(" "),
};

/** A site that starts at its first use. */
function startOnce(options: Parameters<typeof startSite>[0]) {
  let starting: Promise<Site> | undefined;
  return {
    start: () => (starting ??= startSite(options)),
    stop: async () => (await starting)?.stop(),
  };
}

export async function startStage(): Promise<Stage & { stop: () => Promise<void> }> {
  const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const provider = await startBotCheckProvider();
  const site = await startSite({ platform: platform.url, vars: VARS });
  const strict = {
    ...VARS,
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
  return {
    ...{ platform, site, provider, brand: {} },
    strictSite: strictSite.start,
    limitedSite: limitedSite.start,
    async stop() {
      for (const part of [site, strictSite, limitedSite]) await part.stop();
      for (const part of [provider, platform]) await part.close();
    },
  };
}
