import { createHiringPlatform, type HiringPlatform } from "../platform/hiring-platform.server";
import { readSettings, type RawEnv } from "./settings.server";

/**
 * The base of addresses of the embedded platform. Its host is made up: a binding goes by the path
 * alone.
 */
const EMBEDDED_URL = "http://platform/api/v1";

/**
 * The hiring platform at `PLATFORM_URL`, or else the embedded one.
 *
 * @throws ConfigurationError
 */
export function platformOf(env: RawEnv): HiringPlatform {
  const settings = readSettings(env);
  const embedded = env.PLATFORM;
  return createHiringPlatform({
    baseUrl: settings.PLATFORM_URL ?? EMBEDDED_URL,
    publicOrigin: settings.PLATFORM_URL && new URL(settings.PLATFORM_URL).origin,
    fetch:
      settings.PLATFORM_URL || !embedded
        ? (input, init) => fetch(input, init)
        : (input, init) => embedded.fetch(input, init),
    apiKey: settings.PLATFORM_API_KEY,
    apiKeyHeader: settings.PLATFORM_API_KEY_HEADER,
    readTimeoutMs: settings.READ_TIMEOUT_MS,
    applyTimeoutMs: settings.APPLY_TIMEOUT_MS,
  });
}
