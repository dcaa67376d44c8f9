import { getPageAddress } from "../page-cache/page-key";
import type { Outgoing } from "../runtime/outgoing";
import type { Visit } from "../visit.server";
import { securityHeaders } from "./security-headers.server";

/**
 * Creates a response. Adds the security headers, the request's id and, where necessary, `noindex` (decision
 * 0027).
 *
 * @param id the request's id, for the candidate and the log
 * @param visit undefined if the configuration or the host is invalid
 */
export function toResponse(
  { status, body, headers, nonce }: Outgoing,
  { id, visit }: { id: string; visit: Visit | undefined },
): Response {
  const { settings } = visit ?? {};
  const page = nonce !== undefined && settings && isHtml(headers) ? { nonce, settings } : undefined;
  const isIndexable =
    status < 400 &&
    visit?.settings.SEARCH_INDEXING === "on" &&
    getPageAddress(visit.request.url)?.isIndexable === true;
  // Crawlers index only pages and responses to GET or HEAD.
  const mayNeedNoindex = page !== undefined || visit?.isRead !== false;
  const extra = {
    ...securityHeaders(status, page),
    "X-Request-Id": id,
    ...(!isIndexable && mayNeedNoindex && { "X-Robots-Tag": "noindex" }),
  };
  // Passing all headers to the constructor is faster than setting each header.
  if (!(headers instanceof Headers)) {
    return new Response(body, { status, headers: { ...headers, ...extra } });
  }
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  return new Response(body, { status, headers });
}

function isHtml(headers: Outgoing["headers"]): boolean {
  const type = headers instanceof Headers ? headers.get("Content-Type") : headers["Content-Type"];
  return type?.startsWith("text/html") ?? false;
}
