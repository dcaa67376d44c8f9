import { parseCompanyPage, canonicalPath, NOT_FOUND_PATH } from "../addresses";

/**
 * Remix refuses a form if these headers disagree (Remix 2.17, `throwIfPotentialCSRFAttack`), even behind a
 * proxy or with `Origin: null`. `isSameOrigin` has already checked the form's origin.
 */
const CHECKED_HEADERS = ["Origin", "X-Forwarded-Host"];

/**
 * Creates the request for Remix. Removes headers that Remix would misjudge, and parameters that make
 * Remix send a loader's data instead of the page. Replaces paths for which Remix throws.
 */
export function createRemixRequest(request: Request): Request {
  const url = toRemixUrl(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  // In workerd, a GET with `Content-Length: 0` has a body. Remix cannot copy such a request.
  const isReadWithBody = isRead && request.body !== null;
  const hasCheckedHeaders = CHECKED_HEADERS.some((name) => request.headers.has(name));
  if (url === request.url && !hasCheckedHeaders && !isReadWithBody) return request;
  const headers = new Headers(request.headers);
  for (const name of CHECKED_HEADERS) headers.delete(name);
  const { method, signal } = request;
  if (isReadWithBody) return new Request(url, { method, headers, signal });
  const moved = url === request.url ? request : new Request(url, request);
  return new Request(moved, { headers });
}

/**
 * Paths for which Remix throws. Remix decodes and reparses a path, so two leading slashes of any kind name
 * another host. Parsing drops tabs and line breaks, so `/%09/` also starts with two slashes. Companies'
 * pages are still served, because a code can start with a slash.
 */
const UNROUTABLE = /^\/(?:\/|\\|%5c)|%(?:[01][\da-f]|7f)/i;

/** Whether a path's escapes are valid UTF-8. Remix would log an invalid path, which can contain personal data. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function toRemixUrl(href: string): string {
  const url = new URL(href);
  const isData = url.pathname.endsWith(".data");
  const isUnroutable = UNROUTABLE.test(url.pathname) || !isDecodable(url.pathname);
  if (!isData && !isUnroutable && !url.searchParams.has("_data")) return href;
  if (isData) url.pathname += "/";
  if (isUnroutable) {
    const page = parseCompanyPage(url.pathname);
    url.pathname = page ? canonicalPath(page) : NOT_FOUND_PATH;
  }
  url.searchParams.delete("_data");
  return url.href;
}
