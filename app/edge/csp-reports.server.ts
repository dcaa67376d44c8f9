import { CSP_REPORTS_PATH } from "../addresses";
import { logEvent } from "../runtime/log.server";
import type { Outgoing } from "../runtime/outgoing";
import type { Visit } from "../visit.server";
import { RETRY_AFTER } from "./platform-failure.server";

/** A longer report is not read, in bytes. */
const REPORT_MOST = 16 * 1024;

/** The directives that the log may name; any other text of a report is untrusted. */
const DIRECTIVES = new Set(
  (
    "base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src " +
    "media-src object-src script-src script-src-attr script-src-elem style-src style-src-attr " +
    "style-src-elem"
  ).split(" "),
);

/**
 * Logs which directive a report says was violated, and nothing else of it. Answers 204, also to a report
 * that cannot be parsed; 429, without reading it, if a network has sent too many in this minute. Undefined
 * for any other request.
 *
 * Source: CSP Level 3 (W3C), section 5 (`report-uri`).
 */
export async function cspReport({ request, limits }: Visit): Promise<Outgoing | undefined> {
  if (request.method !== "POST") return undefined;
  if (new URL(request.url).pathname !== CSP_REPORTS_PATH) return undefined;
  if (!limits.mayLook("report")) {
    await request.body?.cancel();
    return { status: 429, body: null, headers: { "Retry-After": RETRY_AFTER } };
  }
  await limits.missed("report");
  const length = Number(request.headers.get("Content-Length") ?? Infinity);
  const report: unknown =
    length > REPORT_MOST ? undefined : await request.json().catch(() => undefined);
  logEvent("csp", { directive: directiveOf(report) });
  return { status: 204, body: null, headers: {} };
}

function directiveOf(report: unknown): string {
  const body = fieldOf(report, "csp-report");
  const directive = fieldOf(body, "effective-directive") ?? fieldOf(body, "violated-directive");
  return typeof directive === "string" && DIRECTIVES.has(directive) ? directive : "other";
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
