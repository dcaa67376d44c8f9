/** Name of the action that the provider checks (specification, section 9). */
const ACTION = "apply_to_job";

/** How long each of the two runs waits for a result, in ms (specification, sections 4 and 9). */
const TIMEOUT_MS = 3000;

/** Saved, because a company's script can replace these functions later. */
const { setTimeout, clearTimeout } = globalThis;

export interface BotCheckSettings {
  siteKey: string;
  scriptUrl: string;
}

/** The part of the provider's API that we use (reCAPTCHA Enterprise, score-based keys). */
interface Provider {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => PromiseLike<unknown>;
  reset?: () => void;
}

export function createBotCheck(
  { siteKey, scriptUrl }: BotCheckSettings,
  fetchScript: typeof loadScript = loadScript,
) {
  let script: Promise<void> | undefined;

  const load = () =>
    (script ??= fetchScript(scriptUrl, siteKey).catch((error: unknown) => {
      // Allow a retry, for example when the phone is online again.
      script = undefined;
      throw error;
    }));

  const execute = async () => requireToken(await provider()?.execute(siteKey, { action: ACTION }));

  const run = async () => {
    await load();
    await new Promise<void>((resolve, reject) => {
      const loaded = provider();
      if (loaded) loaded.ready(resolve);
      else reject(new Error("The bot check's script has no effect"));
    });
    return execute();
  };

  return {
    /** Starts to load the script before the form is submitted. */
    prepare(): void {
      void load().catch(() => undefined);
    },

    /** Returns the check's token, or an empty string if the check fails or is unavailable. */
    async token(): Promise<string> {
      try {
        const result = run();
        const first = await withTimeout(TIMEOUT_MS, result);
        if (first !== undefined) return first;
        // Accept a late result of the first run, but ignore a late failure.
        const late = result.catch(() => new Promise<never>(() => undefined));
        return (await withTimeout(TIMEOUT_MS, Promise.race([execute(), late]))) ?? "";
      } catch {
        return "";
      }
    },

    /** Discards the provider's latest result. */
    reset(): void {
      try {
        provider()?.reset?.();
      } catch {
        // Ignore the provider's errors.
      }
    },
  };
}

export type BotCheck = ReturnType<typeof createBotCheck>;

let shared: BotCheck | undefined;

/** Returns the page's only bot check. Ignores the settings of later calls. */
export const pageBotCheck = (settings: BotCheckSettings): BotCheck =>
  (shared ??= createBotCheck(settings));

function provider(): Provider | undefined {
  return (globalThis as { grecaptcha?: { enterprise?: Provider } }).grecaptcha?.enterprise;
}

function loadScript(scriptUrl: string, siteKey: string): Promise<void> {
  const url = new URL(scriptUrl);
  url.searchParams.set("render", siteKey);
  const script = document.createElement("script");
  script.src = url.href;
  script.async = true;
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("Could not load the bot check")));
    document.head.appendChild(script);
  });
}

/** Returns a promise's value, or undefined after a timeout. */
function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function requireToken(token: unknown): string {
  if (typeof token === "string") return token;
  throw new Error("The bot check returned no token");
}
