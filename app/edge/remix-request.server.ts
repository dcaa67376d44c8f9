import { companyPageAt, namelessPath, NOT_FOUND_PATH } from "../addresses";

/**
 * Remix refuses a form when these headers do not agree (Remix 2.17, `throwIfPotentialCSRFAttack`), and
 * knows neither `Origin: null` nor proxies. Whether a form is from our own page has been decided by then,
 * by `isSameOrigin`, and nothing behind it asks again.
 */
const DECIDED = ["Origin", "X-Forwarded-Host"];

/**
 * A request as Remix is given it: without the headers that it would judge wrongly, and without the
 * parameters by which it would answer with a loader's data in place of the page. Its body is the same
 * stream; the request that came has none any more.
 */
export function remixRequest(request: Request): Request {
  const at = pageAddress(request.url);
  if (at === request.url && !DECIDED.some((name) => request.headers.has(name))) return request;
  const moved = at === request.url ? request : new Request(at, request);
  const headers = new Headers(request.headers);
  for (const name of DECIDED) headers.delete(name);
  return new Request(moved, { headers });
}

function pageAddress(asked: string): string {
  const url = new URL(asked);
  const isData = url.pathname.endsWith(".data");
  // A path that begins with two slashes of any kind would name another host, and Remix throws. A
  // company's code may begin with one.
  const isNowhere = /^\/(?:\/|\\|%5c)/i.test(url.pathname);
  if (!isData && !isNowhere && !url.searchParams.has("_data")) return asked;
  if (isData) url.pathname += "/";
  if (isNowhere) {
    const page = companyPageAt(url.pathname);
    url.pathname = page ? namelessPath(page) : NOT_FOUND_PATH;
  }
  url.searchParams.delete("_data");
  return url.href;
}
