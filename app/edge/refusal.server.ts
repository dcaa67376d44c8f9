import { isPagePath } from "../addresses";
import { languageTag, browserLanguage, type Languages } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { iconPath } from "../ui/page/screen";
import styles from "../ui/styles/styles.generated.json";
import { exceedsReadLimit } from "../runtime/body-limit.server";
import { createNonce } from "../page-cache/page-template.server";
import type { Outgoing } from "../runtime/outgoing";
import type { Visit } from "../visit.server";
import { RETRY_AFTER } from "./platform-failure.server";
import { isSameOrigin } from "./same-origin.server";

/**
 * Refuses a form from another site (403) or with a Content-Length over `BODY_READ_LIMIT` (413). Does not read
 * the body. Returns undefined if the request is allowed.
 */
export function refuseForm(visit: Refused & Pick<Visit, "isRead">): Outgoing | undefined {
  const { request, isRead } = visit;
  if (isRead) return undefined;
  if (!isSameOrigin(request)) return createRefusal(visit, 403, "refusal.other_site");
  if (exceedsReadLimit(request)) return createRefusal(visit, 413, "refusal.too_large");
  return undefined;
}

/** The visit's data that a refusal uses. */
interface Refused extends Pick<Visit, "request"> {
  settings: { LANGUAGES: Languages };
}

export const tooManyRequests = (visit: Refused): Outgoing =>
  addRetryAfter(createRefusal(visit, 429, "refusal.too_often"));

/** The response for paths other than pages during maintenance. */
export const maintenanceRefusal = (visit: Refused): Outgoing =>
  addRetryAfter(createRefusal(visit, 503, "screen.maintenance_text"));

const addRetryAfter = (refusal: ReturnType<typeof createRefusal>): Outgoing => ({
  ...refusal,
  headers: { ...refusal.headers, "Retry-After": RETRY_AFTER },
});

/** Creates a small page without Remix, or JSON for paths other than pages. */
function createRefusal(
  { request, settings }: Refused,
  status: 403 | 413 | 429 | 503,
  text:
    | "refusal.other_site"
    | "refusal.too_large"
    | "refusal.too_often"
    | "screen.maintenance_text",
) {
  const nonce = createNonce();
  const language = browserLanguage(request, settings.LANGUAGES);
  const t = messagesFor(language);
  const { pathname } = new URL(request.url);
  if (!isPagePath(pathname)) {
    const body = JSON.stringify({ outcome: "failed", message: t[text] });
    return { status, body, headers: { "Content-Type": "application/json" } };
  }
  const html =
    `<!DOCTYPE html><html lang="${languageTag(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width"><title>' +
    `${status} · ${t["refusal.title"]}</title><style nonce="${nonce}">${styles.everywhere}${styles.screen}</style>` +
    '</head><body><main class="screen">' +
    '<svg class="screen-mark" viewBox="0 0 64 64" aria-hidden="true">' +
    `<path d="${iconPath("refused")}"/></svg><p class="screen-code">${status}</p>` +
    `<h1>${t["refusal.title"]}</h1><p>${t[text]}</p>` +
    // An empty URL keeps the query; a form would replace it.
    '<div class="screen-actions"><a class="button" href="">' +
    `${t["screen.try_again"]}</a></div></main></body></html>`;
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return { status, body: html, headers, nonce };
}
