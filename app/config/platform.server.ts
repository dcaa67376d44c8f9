import { createHiringPlatform, type HiringPlatform } from "../platform/hiring-platform.server";
import type { FinishedCall, PlatformConnection } from "../platform/connection.server";
import { recordPoints } from "../metrics/metrics.server";
import type { Point } from "../metrics/point";
import { readSettings, type RawEnv } from "./settings.server";

/** Base URL of the embedded platform. The host is arbitrary, because a binding ignores it. */
const EMBEDDED_URL = "http://platform/api/v1";

/**
 * Returns the hiring platform at `PLATFORM_URL`, or else the embedded platform.
 *
 * @throws ConfigurationError
 */
export const createPlatform = (env: RawEnv): HiringPlatform =>
  createHiringPlatform(createConnection(env));

const callPoint = ({ call, id, clientRef, outcome, tookMs, status }: FinishedCall): Point => ({
  event: "platform",
  subject: call,
  outcome,
  position: call === "position" || call === "apply" ? id : undefined,
  client: call === "client" || call === "positions" ? id : clientRef,
  ms: tookMs,
  status,
});

function createConnection(env: RawEnv): PlatformConnection {
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
    onCall: env.METRICS && ((call) => recordPoints(env, () => [callPoint(call)])),
  };
}
