/** The provider's action (specification, section 9). */
const ACTION = "apply_to_job";

/** Run the check by hand if there is no result after this time, in ms (specification, sections 4 and 9). */
const TIMEOUT_MS = 3000;

/** The browser's own, whatever a company's script puts in their place later. */
const { setTimeout, clearTimeout } = globalThis;

/** Where the check comes from; both are the site's configuration. */
export interface BotCheckSettings {
  siteKey: string;
  scriptUrl: string;
}

/** The part of the provider's script that is used (reCAPTCHA Enterprise, score-based keys). */
interface Provider {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => PromiseLike<unknown>;
  reset?: () => void;
}

/**
 * The bot check in the browser. It always settles: an application waits for it for at most twice
 * `TIMEOUT_MS`.
 */
export function createBotCheck(
  { siteKey, scriptUrl }: BotCheckSettings,
  fetchScript: typeof loadScript = loadScript,
) {
  let script: Promise<void> | undefined;

  const load = () =>
    (script ??= fetchScript(scriptUrl, siteKey).catch((error: unknown) => {
      // Another try may find it: a phone comes out of a tunnel.
      script = undefined;
      throw error;
    }));

  const execute = async () => requireToken(await provider()?.execute(siteKey, { action: ACTION }));

  const run = async () => {
    await load();
    await new Promise<void>((resolve, reject) => {
      const there = provider();
      if (there) there.ready(resolve);
      else reject(new Error("The bot check's script does nothing"));
    });
    return execute();
  };

  return {
    /** Fetches the script ahead of the submit: at the first touch of the form. */
    prepare(): void {
      void load().catch(() => undefined);
    },

    /** A token of the check; empty when it is unavailable or fails. Never throws. */
    async token(): Promise<string> {
      try {
        const result = run();
        const first = await withTimeout(TIMEOUT_MS, result);
        if (first !== undefined) return first;
        // A late result is as good as one by hand; a late failure leaves the run by hand its time.
        const late = result.catch(() => new Promise<never>(() => undefined));
        return (await withTimeout(TIMEOUT_MS, Promise.race([execute(), late]))) ?? "";
      } catch {
        return "";
      }
    },

    /** After an error: what the provider keeps of the last run is not used again. */
    reset(): void {
      try {
        provider()?.reset?.();
      } catch {
        // There was nothing to reset.
      }
    },
  };
}

export type BotCheck = ReturnType<typeof createBotCheck>;

let shared: BotCheck | undefined;

/** The one bot check of a page. */
export const pageBotCheck = (settings: BotCheckSettings): BotCheck =>
  (shared ??= createBotCheck(settings));

/** What the provider's script has put into the page, if it has. */
function provider(): Provider | undefined {
  return (globalThis as { grecaptcha?: { enterprise?: Provider } }).grecaptcha?.enterprise;
}

function loadScript(scriptUrl: string, siteKey: string): Promise<void> {
  const address = new URL(scriptUrl);
  address.searchParams.set("render", siteKey);
  const script = document.createElement("script");
  script.src = address.href;
  script.async = true;
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("The bot check cannot be loaded")));
    document.head.appendChild(script);
  });
}

/** A promise's value; undefined after a time limit. */
function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function requireToken(token: unknown): string {
  if (typeof token === "string") return token;
  throw new Error("The bot check gave no token");
}
