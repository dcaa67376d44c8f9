import { CSP_REPORTS_PATH } from "../addresses";
import { isDevelopment } from "../ui/page/scripts";

/** The part of the configuration that the headers depend on. */
export interface PolicySettings {
  botCheck: { scriptUrl: string } | undefined;
  /** The origins whose pages may show ours in a frame; mostly none. */
  FRAME_ANCESTORS: readonly string[];
  /** The origins that companies' styles and scripts load from. */
  CSP_HOSTS: readonly string[];
  /** The platform's address; undefined for the embedded one. */
  PLATFORM_URL?: string | undefined;
}

/** The policy of an answer that is no page: nothing in it may load or run. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Browser features that are off on all pages, also for companies' scripts: no page needs them. */
const FEATURES =
  "accelerometer browsing-topics camera geolocation gyroscope magnetometer microphone payment"
    .split(" ")
    .map((feature) => `${feature}=()`)
    .join(", ");

/** On every answer. */
const HEADERS = { "X-Content-Type-Options": "nosniff" };

/** Only documents use these; `Strict-Transport-Security` counts for the whole host. */
const PAGE_HEADERS = {
  // Not `no-referrer`: with it a form's POST carries `Origin: null`.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Without `includeSubDomains`: the domain's other hosts are not ours.
  "Strict-Transport-Security": "max-age=31536000",
};

/**
 * The security headers of an answer. A page runs only scripts with its nonce, and what those load
 * (`strict-dynamic`). Any other answer may run nothing. A 304 has no policy: the browser's copy of the
 * page keeps the policy that it came with, which names the copy's nonce.
 *
 * Source: design, section 8; CSP Level 3 (W3C).
 *
 * @param page a page's nonce, fresh for each answer; undefined for what is no page
 */
export function securityHeaders(
  status: number,
  page: { nonce: string; settings: PolicySettings } | undefined,
): Record<string, string> {
  if (status === 304) return { ...HEADERS, ...PAGE_HEADERS };
  // Where nothing may run, nothing can use a feature.
  if (!page) return { ...HEADERS, "Content-Security-Policy": NO_PAGE_POLICY };
  return {
    ...HEADERS,
    ...PAGE_HEADERS,
    "Permissions-Policy": FEATURES,
    "Content-Security-Policy": contentSecurityPolicy(page.nonce, page.settings),
  };
}

const contentSecurityPolicy = (nonce: string, settings: PolicySettings): string =>
  `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'${restOfPolicy(settings)}`;

function restOfPolicy(settings: PolicySettings): string {
  const { botCheck, FRAME_ANCESTORS, CSP_HOSTS, PLATFORM_URL } = settings;
  const hosts = CSP_HOSTS.map((host) => ` ${host}`).join("");
  const connections = [
    ...botCheckHosts(botCheck?.scriptUrl),
    // The development server tells pages to reload from a port of its own.
    ...(isDevelopment ? ["http://localhost:*"] : []),
  ]
    .map((host) => ` ${host}`)
    .join("");
  return [
    // These continue the list of `style-src`.
    hosts,
    // The bot check draws its badge with `style` attributes. They cannot run anything, and companies'
    // HTML has none.
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

/** A directive that adds hosts to those of `default-src`; none where there are no hosts to add. */
const addHosts = (directive: string, hosts: string): string[] =>
  hosts === "" ? [] : [`${directive} 'self'${hosts}`];

/** Where a platform on loopback may have its pictures: also on another port, and without TLS. */
const loopbackHosts = (platform: string | undefined): string =>
  platform?.startsWith("http:") ? " http://localhost:* http://127.0.0.1:*" : "";

/** The origins that the bot check connects to and frames: that of its script, and Google's second one. */
function botCheckHosts(scriptUrl: string | undefined): string[] {
  if (scriptUrl === undefined) return [];
  const { origin } = new URL(scriptUrl);
  return origin === "https://www.google.com" ? [origin, "https://recaptcha.google.com"] : [origin];
}
