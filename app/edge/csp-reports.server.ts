import { CSP_REPORTS_PATH } from "../addresses";
import { logEvent } from "../runtime/log.server";
import type { Outgoing } from "../runtime/outgoing";
import type { Visit } from "../visit.server";
import { RETRY_AFTER } from "./platform-failure.server";

const MAX_REPORT_BYTES = 16 * 1024;

/** Directives that may be logged. Other contents of a report are untrusted. */
const DIRECTIVES = new Set(
  (
    "base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src " +
    "media-src object-src script-src script-src-attr script-src-elem style-src style-src-attr " +
    "style-src-elem"
  ).split(" "),
);

/**
 * Logs the violated directive of a CSP report. Returns 204 even for a malformed report, or 429 if the
 * visitor's network is over its limit. Returns undefined for other requests.
 *
 * Source: CSP Level 3 (W3C), section 5 (`report-uri`).
 */
export async function logCspReport({ request, limits }: Visit): Promise<Outgoing | undefined> {
  if (request.method !== "POST") return undefined;
  if (new URL(request.url).pathname !== CSP_REPORTS_PATH) return undefined;
  if (!limits.mayLookUp("report")) {
    await request.body?.cancel();
    return { status: 429, body: null, headers: { "Retry-After": RETRY_AFTER } };
  }
  await limits.countMiss("report");
  const length = Number(request.headers.get("Content-Length") ?? Infinity);
  const report: unknown =
    length > MAX_REPORT_BYTES ? undefined : await request.json().catch(() => undefined);
  logEvent("csp", { directive: getDirective(report) });
  return { status: 204, body: null, headers: {} };
}

function getDirective(report: unknown): string {
  const body = getField(report, "csp-report");
  const directive = getField(body, "effective-directive") ?? getField(body, "violated-directive");
  return typeof directive === "string" && DIRECTIVES.has(directive) ? directive : "other";
}

const getField = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
