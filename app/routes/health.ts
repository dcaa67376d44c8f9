import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Health } from "~/contract/operator";
import { operatorJson, refuseUnauthorized } from "../edge/operator.server";
import { PlatformError } from "../platform/errors";
import type { HiringPlatform } from "../platform/hiring-platform.server";

/** An id that no position has: the nil UUID (RFC 9562, section 5.9). */
const NO_POSITION = "00000000-0000-0000-0000-000000000000";

/**
 * Health check. Without an `Authorization` header, returns only "ok". Operators get the platform's state,
 * waiting applications and recent deliveries, with status 503 if the platform or a shard of the index does not
 * respond properly, or if an application is overdue by an hour.
 *
 * Source: docs/operations.md.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!request.headers.has("Authorization")) return operatorJson({ status: "ok" });
  const { settings, rateLimits, operator, store, platform: calls, version = null } = context;
  const refused = await refuseUnauthorized(request, settings.OPERATOR_SECRET, rateLimits);
  if (refused) return refused;
  const [platform, { missing, oldestWaiting, ...counts }, site] = await Promise.all([
    checkPlatform(calls),
    operator.counts(),
    store.getSite(),
  ]);
  const isHealthy = platform.isReachable && missing.length === 0 && counts.overdue === 0;
  return operatorJson(
    {
      status: isHealthy ? "ok" : "degraded",
      version,
      platform,
      applications: { ...counts, oldestWaiting: toIsoTime(oldestWaiting), missing },
      ...(store.isBound && {
        pages: { verifiedAt: toIsoTime(site?.run?.at), leftOut: site?.run?.leftOut ?? 0 },
      }),
    } satisfies Health,
    isHealthy ? 200 : 503,
  );
}

async function checkPlatform(platform: HiringPlatform) {
  const startedAt = Date.now();
  try {
    await platform.read("position", NO_POSITION);
    return { isReachable: true, ms: Date.now() - startedAt };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const ms = Date.now() - startedAt;
    if (error.isGone) return { isReachable: true, ms };
    const { kind, status = null } = error;
    return { isReachable: false, ms, kind, status };
  }
}

const toIsoTime = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();
