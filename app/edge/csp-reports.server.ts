import { CSP_REPORTS_PATH } from "../addresses";
import { logEvent } from "../runtime/log.server";

/** A longer report is not read, in bytes. */
const REPORT_MOST = 16 * 1024;

/** The directives that the log may name; any other text of a report could be anybody's. */
const DIRECTIVES = new Set(
  (
    "base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src " +
    "media-src object-src script-src script-src-attr script-src-elem style-src style-src-attr " +
    "style-src-elem"
  ).split(" "),
);

/**
 * Writes a line of the log for each directive that a report says was violated; the line names nothing
 * else. Answers 204, also to a report that cannot be read; undefined for what is no report.
 *
 * Source: CSP Level 3 (W3C), section 5; both its ways of reporting (`report-uri` and `report-to`).
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
