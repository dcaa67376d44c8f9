import { startedAt } from "../addresses";
import type { MetricsEnv } from "../metrics/metrics.server";
import type { Outgoing } from "./door.server";

/** For so many seconds a browser does not tell once more that a form was begun. */
const TOLD_FOR_S = 3600;

/**
 * The answer to a browser that tells that a position's form was begun: nothing, which it keeps for an
 * hour. Undefined for any other request, and where nothing is counted.
 *
 * Source: decision 0039.
 */
export function startedAnswer({ method, url }: Request, env: MetricsEnv): Outgoing | undefined {
  if (!env.METRICS || method !== "GET" || !startedAt(new URL(url).pathname)) return undefined;
  return {
    status: 204,
    body: null,
    headers: { "Cache-Control": `private, max-age=${TOLD_FOR_S}` },
  };
}
