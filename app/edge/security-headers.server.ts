import { CSP_REPORTS_PATH } from "./csp-reports.server";

/** What of the configuration the headers depend on. */
export interface PolicySettings {
  botCheck: { scriptUrl: string } | undefined;
  /** Who may show our pages in a frame: origins, or none. */
  FRAME_ANCESTORS: readonly string[];
  /** Hosts that companies' styles and scripts load from, as origins. */
  CSP_HOSTS: readonly string[];
}

/** Of answers that are no page: nothing in them is to load or run. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What no page of ours needs, whatever a company's script would like. */
const FEATURES = (
  "accelerometer autoplay bluetooth browsing-topics camera display-capture geolocation gyroscope " +
  "hid magnetometer microphone midi payment serial usb xr-spatial-tracking"
)
  .split(" ")
  .map((feature) => `${feature}=()`)
  .join(", ");

/** The same on every answer. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  // Not `no-referrer`: with it a form's POST carries `Origin: null`.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  // Browsers heed it over https only. Other hosts of the domain are not ours to decide about.
  "Strict-Transport-Security": "max-age=31536000",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": FEATURES,
};

/**
 * The security headers of an answer. A page's scripts run by nonce only; what they load they vouch
 * for (`strict-dynamic`). Anything else can't act as a page. Where the browser's own copy of a page is
 * still good (304), the policy stays that of the copy, whose nonce it names.
 *
 * @param page a page's nonce, fresh for each answer; undefined for what is no page
 */
export function securityHeaders(
  status: number,
  page: { nonce: string; settings: PolicySettings } | undefined,
): Record<string, string> {
  if (status === 304) return HEADERS;
  if (!page) return { ...HEADERS, "Content-Security-Policy": NO_PAGE };
  return {
    ...HEADERS,
    "Content-Security-Policy": contentSecurityPolicy(page.nonce, page.settings),
    "Reporting-Endpoints": `csp="${CSP_REPORTS_PATH}"`,
  };
}

/** A policy's directives after its nonce, by the configuration: made once, not for each answer. */
const restBy = new WeakMap<PolicySettings, string>();

function contentSecurityPolicy(nonce: string, settings: PolicySettings): string {
  let rest = restBy.get(settings);
  if (rest === undefined) {
    rest = restOfPolicy(settings);
    restBy.set(settings, rest);
  }
  return `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'${rest}`;
}

function restOfPolicy({ botCheck, FRAME_ANCESTORS, CSP_HOSTS }: PolicySettings): string {
  const hosts = CSP_HOSTS.map((host) => ` ${host}`).join("");
  const connections = [
    "'self'",
    ...botCheckHosts(botCheck?.scriptUrl),
    // The development server tells pages to reload from a port of its own.
    ...(process.env.NODE_ENV === "development" ? ["http://localhost:*"] : []),
  ].join(" ");
  return [
    // Goes on with the sources of `style-src`.
    hosts,
    // The bot check draws its badge by HTML with styles in it; they cannot run anything, and
    // companies' HTML has none.
    ...(botCheck ? ["style-src-attr 'unsafe-inline'"] : []),
    "default-src 'self'",
    `font-src 'self'${hosts}`,
    "img-src 'self' https: data:",
    `media-src 'self'${hosts}`,
    `connect-src ${connections}${hosts}`,
    `frame-src ${connections}${hosts}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${FRAME_ANCESTORS.length > 0 ? FRAME_ANCESTORS.join(" ") : "'none'"}`,
    `report-uri ${CSP_REPORTS_PATH}`,
    "report-to csp",
  ].join("; ");
}

/** Where the bot check connects and what it frames: its own host, and the other name of Google's. */
function botCheckHosts(scriptUrl: string | undefined): string[] {
  if (scriptUrl === undefined) return [];
  const { origin } = new URL(scriptUrl);
  return origin === "https://www.google.com" ? [origin, "https://recaptcha.google.com"] : [origin];
}

/** 128 random bits as base64, for one answer's scripts and styles. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
