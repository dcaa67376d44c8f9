import { CSP_REPORTS_PATH } from "../addresses";
import { getPageAddress } from "../page-cache/page-key";
import { logEvent } from "../runtime/log.server";
import type { Outgoing } from "../runtime/outgoing";
import { isDevelopment } from "../ui/page/scripts";
import type { Visit } from "../visit.server";

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
    getPageAddress(visit.request.url, visit.settings.LANGUAGES)?.isIndexable === true;
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

export interface PolicySettings {
  botCheck: { scriptUrl: string } | undefined;
  /** Origins that may show our pages in a frame; usually none. */
  FRAME_ANCESTORS: readonly string[];
  /** Additional origins for styles, fonts, media, connections and frames. */
  CSP_HOSTS: readonly string[];
  /** The platform's URL; undefined for the embedded platform. */
  PLATFORM_URL?: string | undefined;
}

/** The policy of responses other than pages. It allows loading and running nothing. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Browser features that no page needs. They are disabled even for companies' scripts. */
const FEATURES =
  "accelerometer browsing-topics camera geolocation gyroscope magnetometer microphone payment"
    .split(" ")
    .map((feature) => `${feature}=()`)
    .join(", ");

/** Headers of every response, including the embedded platform's. */
export const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  // `includeSubDomains` would affect hosts that are not ours.
  "Strict-Transport-Security": "max-age=31536000",
};

const PAGE_HEADERS = {
  // With `no-referrer`, a form's POST would carry `Origin: null`.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Returns the security headers of a response. A page may run scripts with its nonce, and scripts that those
 * load (`strict-dynamic`). Other responses may run nothing. A 304 has no policy, because the browser's cached
 * copy has its own policy and nonce. A 201 or 204 has none, because it has no body. Other sites may load feeds,
 * sitemaps and static files, but not pages.
 *
 * Source: CSP Level 3 (W3C).
 *
 * @param page the nonce of this response and the settings; undefined for responses other than pages
 */
export function securityHeaders(
  status: number,
  page: { nonce: string; settings: PolicySettings } | undefined,
): Record<string, string> {
  if (status === 304) return { ...HEADERS, ...PAGE_HEADERS };
  if (status === 201 || status === 204) return HEADERS;
  // A response without scripts needs no `Permissions-Policy`.
  if (!page) return { ...HEADERS, "Content-Security-Policy": NO_PAGE_POLICY };
  const isFramed = page.settings.FRAME_ANCESTORS.length > 0;
  return {
    ...HEADERS,
    ...PAGE_HEADERS,
    // A site with `Cross-Origin-Embedder-Policy` may frame only `cross-origin` pages.
    "Cross-Origin-Resource-Policy": isFramed ? "cross-origin" : "same-origin",
    "Permissions-Policy": FEATURES,
    "Content-Security-Policy": contentSecurityPolicy(page.nonce, page.settings),
  };
}

const contentSecurityPolicy = (nonce: string, settings: PolicySettings): string =>
  `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'${otherDirectives(settings)}`;

function otherDirectives(settings: PolicySettings): string {
  const { botCheck, FRAME_ANCESTORS, CSP_HOSTS, PLATFORM_URL } = settings;
  const hosts = CSP_HOSTS.map((host) => ` ${host}`).join("");
  const connections = [
    ...botCheckHosts(botCheck?.scriptUrl),
    // The development server's reload socket is on another port.
    ...(isDevelopment ? ["http://localhost:*"] : []),
  ]
    .map((host) => ` ${host}`)
    .join("");
  return [
    // `hosts` continues the list of `style-src`.
    hosts,
    // The bot check's badge uses `style` attributes, which cannot run code.
    ...(botCheck ? ["style-src-attr 'unsafe-inline'"] : []),
    "default-src 'self'",
    ...addHosts("font-src", hosts),
    `img-src 'self' https: data:${loopbackHosts(PLATFORM_URL)}`,
    ...addHosts("media-src", hosts),
    ...addHosts("connect-src", connections + hosts),
    ...addHosts("frame-src", connections + hosts),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${FRAME_ANCESTORS.length > 0 ? FRAME_ANCESTORS.join(" ") : "'none'"}`,
    `report-uri ${CSP_REPORTS_PATH}`,
  ].join("; ");
}

/** Returns a directive that allows `'self'` and the hosts, or nothing if there are no hosts. */
const addHosts = (directive: string, hosts: string): string[] =>
  hosts === "" ? [] : [`${directive} 'self'${hosts}`];

/** Returns additional hosts for pictures if the platform is on a loopback address. */
const loopbackHosts = (platform: string | undefined): string =>
  platform?.startsWith("http:") ? " http://localhost:* http://127.0.0.1:*" : "";

/** Returns the origins that the bot check connects to and frames. Google's script needs a second origin. */
function botCheckHosts(scriptUrl: string | undefined): string[] {
  if (scriptUrl === undefined) return [];
  const { origin } = new URL(scriptUrl);
  return origin === "https://www.google.com" ? [origin, "https://recaptcha.google.com"] : [origin];
}

/** Fixed segments of our paths. Other segments are logged as `*`. */
const WORDS = new Set(
  "- 404 alarm applications csp cv error health maintenance operator pictures privacy purge robots.txt schedule sitemap.xml feed.json rss.xml jobs.xml".split(
    " ",
  ),
);

const METHODS = new Set("GET HEAD POST PATCH DELETE OPTIONS PUT".split(" "));

const MAX_SEGMENTS = 6;

function maskPath(pathname: string): string {
  const segments = pathname.split("/").slice(1, MAX_SEGMENTS + 1);
  return `/${segments.map((segment) => (WORDS.has(segment) || segment === "" ? segment : "*")).join("/")}`;
}

interface LoggedRequest {
  id: string;
  request: Request;
  response: Response;
  ms: number;
}

/** Logs a request, without its input, its IP address, or the ids and parameters of its URL. */
export function logRequest({ id, request, response, ms }: LoggedRequest): void {
  const cache = response.headers.get("Cache-Status")?.replace(/^Puerta; |; ttl=.*$/g, "");
  logEvent("request", {
    id,
    method: METHODS.has(request.method) ? request.method : "other",
    route: maskPath(/^[^:]+:\/\/[^/]+([^?#]*)/.exec(request.url)?.[1] ?? ""),
    status: response.status,
    ms,
    cache,
  });
}
