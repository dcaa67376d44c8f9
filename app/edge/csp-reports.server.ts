import { logEvent } from "../runtime/log.server";

/** Where browsers report what a page's policy has stopped. */
export const CSP_REPORTS_PATH = "/-/csp";

/** Bytes of a report that are read. */
const REPORT_MOST = 16 * 1024;

/** The directives of our policies: nothing else of a report is repeated in the log. */
const DIRECTIVES = new Set(
  (
    "base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src " +
    "media-src object-src script-src script-src-attr script-src-elem style-src style-src-attr " +
    "style-src-elem"
  ).split(" "),
);

/**
 * Counts the violations of a policy, as lines of the log that name the directive and nothing else;
 * undefined if this is not a report.
 *
 * Source: CSP Level 3 (W3C), section 5; both its ways of reporting.
 */
export async function cspReport(request: Request): Promise<Response | undefined> {
  if (request.method !== "POST") return undefined;
  if (new URL(request.url).pathname !== CSP_REPORTS_PATH) return undefined;
  const length = Number(request.headers.get("Content-Length") ?? Infinity);
  const report: unknown =
    length > REPORT_MOST ? undefined : await request.json().catch(() => undefined);
  for (const directive of new Set(directivesOf(report))) logEvent("csp", { directive });
  return new Response(null, { status: 204 });
}

function directivesOf(report: unknown): string[] {
  const reports = Array.isArray(report) ? report.slice(0, 20) : [report];
  return reports.map((one: unknown) => {
    const body = fieldOf(one, "csp-report") ?? fieldOf(one, "body");
    const directive =
      fieldOf(body, "effectiveDirective") ??
      fieldOf(body, "effective-directive") ??
      fieldOf(body, "violated-directive");
    return typeof directive === "string" && DIRECTIVES.has(directive) ? directive : "other";
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
