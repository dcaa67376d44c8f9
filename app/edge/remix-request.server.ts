import { parseCompanyPage, canonicalPath, NOT_FOUND_PATH } from "../addresses";

/**
 * Remix refuses a form when these headers do not agree (Remix 2.17, `throwIfPotentialCSRFAttack`), and
 * knows neither `Origin: null` nor proxies. Whether a form is from our own page has been decided by then,
 * by `isSameOrigin`, and nothing behind it asks again.
 */
const CHECKED_HEADERS = ["Origin", "X-Forwarded-Host"];

/**
 * A request as Remix is given it: without the headers that it would judge wrongly, and without the
 * parameters by which it would answer with a loader's data in place of the page. Its body is the same
 * stream; the request that came has none any more.
 */
export function createRemixRequest(request: Request): Request {
  const at = toRemixUrl(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  // `Content-Length: 0` gives a GET a body in workerd, and Remix cannot copy a GET with one.
  const isReadWithBody = isRead && request.body !== null;
  const hasCheckedHeaders = CHECKED_HEADERS.some((name) => request.headers.has(name));
  if (at === request.url && !hasCheckedHeaders && !isReadWithBody) return request;
  const headers = new Headers(request.headers);
  for (const name of CHECKED_HEADERS) headers.delete(name);
  const { method, signal } = request;
  if (isReadWithBody) return new Request(at, { method, headers, signal });
  const moved = at === request.url ? request : new Request(at, request);
  return new Request(moved, { headers });
}

/**
 * Paths at which Remix throws. It decodes a path and parses it again: two slashes of any kind at the
 * start then name another host. Parsing drops tabs and line breaks, so `/%09/` starts with two slashes
 * too. A company's page is still found, because its code may start with a slash.
 */
const UNROUTABLE = /^\/(?:\/|\\|%5c)|%(?:[01][\da-f]|7f)/i;

/** Whether a path's escapes are UTF-8. Remix logs any other path, which may name a person. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function toRemixUrl(asked: string): string {
  const url = new URL(asked);
  const isData = url.pathname.endsWith(".data");
  const isUnroutable = UNROUTABLE.test(url.pathname) || !isDecodable(url.pathname);
  if (!isData && !isUnroutable && !url.searchParams.has("_data")) return asked;
  if (isData) url.pathname += "/";
  if (isUnroutable) {
    const page = parseCompanyPage(url.pathname);
    url.pathname = page ? canonicalPath(page) : NOT_FOUND_PATH;
  }
  url.searchParams.delete("_data");
  return url.href;
}
