import { describe, expect, test } from "vitest";
import { readSettings, type RawEnv } from "./settings.server";

const env = (variables: Record<string, string>) =>
  ({ PLATFORM_API_KEY: "key", ...variables }) as unknown as RawEnv;

const URLS = { PLATFORM_URL: "https://platform.example/api/v1/" };

describe("readSettings", () => {
  test("returns the defaults [5.21, 9.01, 9.02]", () => {
    expect(readSettings(env(URLS))).toMatchObject({
      PLATFORM_URL: "https://platform.example/api/v1",
      PLATFORM_API_KEY_HEADER: "X-Api-Key",
      MAX_CV_BYTES: 26_214_400,
      READ_TIMEOUT_MS: 10_000,
      APPLY_TIMEOUT_MS: 30_000,
      MAINTENANCE: "off",
      PAGE_TITLES: "off",
      LANGUAGES: ["es-es", "es-mx", "en"],
      botCheck: undefined,
    });
  });

  test.each([
    ["PLATFORM_API_KEY", { ...URLS, PLATFORM_API_KEY: "" }],
    ["PLATFORM_URL", {}],
    ["PLATFORM_URL", { PLATFORM_URL: "http://platform.example/" }],
    ["HOME_PATH", { ...URLS, HOME_PATH: "//evil.example" }],
    ["HOSTS", { ...URLS, HOSTS: "jobs.acme.example" }],
    ["MAX_CV_BYTES", { ...URLS, MAX_CV_BYTES: "abc" }],
    // Databases cannot be created in South America.
    ["REGION", { ...URLS, REGION: "sam" }],
    ["MAINTENANCE", { ...URLS, MAINTENANCE: "yes" }],
    ["LANGUAGES.1", { ...URLS, LANGUAGES: "fr it" }],
    ["PAGE_TITLES", { ...URLS, PAGE_TITLES: "Named" }],
    ["RECAPTCHA_SITE_KEY", { ...URLS, RECAPTCHA_SITE_KEY: "a key" }],
    ["RECAPTCHA_SCRIPT_URL", { ...URLS, RECAPTCHA_SCRIPT_URL: "http://check.example/a.js" }],
  ])("names a missing or invalid variable in the error: %s", (name, variables) => {
    expect(() => readSettings(env(variables))).toThrow(name);
  });

  test.each([
    ["DESK_HOST is set, and no", { ...URLS, DESK_HOST: "desk.acme.example" }],
    ["DESK_HOST: must be a host", { DESK_HOST: "https://desk.acme.example", PLATFORM: {} }],
    ["also in HOSTS", { DESK_HOST: "A.example:8787", HOSTS: "a.example=acme", PLATFORM: {} }],
  ])("refuses an invalid desk host: %s", (message, variables) => {
    expect(() => readSettings(env(variables as never))).toThrow(message);
  });

  test("normalizes the desk's host to lower case without a port", () => {
    const variables = { DESK_HOST: "Desk.localhost:8787", PLATFORM: {} };
    expect(readSettings(env(variables as never)).DESK_HOST).toBe("desk.localhost");
  });

  test.each([
    ["en es-es es-mx pt-br fr de", ["es-es", "es-mx", "en", "pt-br", "fr", "de"]],
    ["FR, pt-BR", ["es-es", "es-mx", "en", "pt-br", "fr"]],
  ])("turns on packs, and never turns off the standard languages: %s", (text, languages) => {
    expect(readSettings(env({ ...URLS, LANGUAGES: text })).LANGUAGES).toEqual(languages);
  });

  test("does not repeat an invalid value in the error", () => {
    expect(() => readSettings(env({ PLATFORM_URL: "http://user:secret@host.example" }))).toThrow(
      /^(?!.*secret)/,
    );
  });

  test("enables the bot check if a site key is set", () => {
    const { botCheck } = readSettings(env({ ...URLS, RECAPTCHA_SITE_KEY: "site-key" }));
    expect(botCheck).toEqual({
      siteKey: "site-key",
      scriptUrl: "https://www.google.com/recaptcha/enterprise.js",
    });
  });

  test("allows a local platform without https", () => {
    const { PLATFORM_URL } = readSettings(env({ PLATFORM_URL: "http://127.0.0.1:9/api" }));
    expect(PLATFORM_URL).toBe("http://127.0.0.1:9/api");
  });
});

test.each([
  ["", [true, true]],
  ["all", [true, true]],
  ["all -ours", [false, true]],
])("COMPANY_SCRIPTS=%j selects the companies whose scripts run", (COMPANY_SCRIPTS, runs) => {
  const { COMPANY_SCRIPTS: isOn } = readSettings(env({ ...URLS, COMPANY_SCRIPTS }));
  expect(["ours", "theirs"].map(isOn)).toEqual(runs);
});
