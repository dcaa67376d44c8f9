import { createHiringPlatform, type HiringPlatform } from "../platform/hiring-platform.server";
import type { PlatformConnection } from "../platform/connection.server";
import { timedCalls, type PlatformCall } from "../platform/timed-calls.server";
import { count } from "../metrics/metrics.server";
import type { Point } from "../metrics/point";
import { readSettings, type RawEnv } from "./settings.server";

/**
 * The base of addresses of the embedded platform. Its host is made up: a binding goes by the path
 * alone.
 */
const EMBEDDED_URL = "http://platform/api/v1";

/** Made once for each configuration: it remembers what it has read. */
const platforms = new WeakMap<RawEnv, HiringPlatform>();

/**
 * The hiring platform at `PLATFORM_URL`, or else the embedded one.
 *
 * @throws ConfigurationError
 */
export function platformOf(env: RawEnv): HiringPlatform {
  const known = platforms.get(env);
  if (known) return known;
  const plain = createHiringPlatform(connectionOf(env));
  const platform = env.METRICS
    ? timedCalls(plain, (call) => count(env, () => [callPoint(call)]))
    : plain;
  platforms.set(env, platform);
  return platform;
}

const callPoint = ({ call, positionUuid, clientUuid, ...ended }: PlatformCall): Point => ({
  event: "platform",
  subject: call,
  outcome: ended.outcome,
  position: positionUuid,
  client: clientUuid,
  ms: ended.tookMs,
  status: ended.status,
});

function connectionOf(env: RawEnv): PlatformConnection {
  const settings = readSettings(env);
  const embedded = env.PLATFORM;
  return {
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
  };
}
