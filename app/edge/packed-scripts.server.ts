/** The largest scripts, which the build has compressed better than the edge would (`scripts/build.mjs`). */
const PACKED = /^\/build\/(?:react|form|phone-control)-\w+\.js$/;

/** What is asked for where there is no packed script. */
interface PackedScriptEnv {
  /** The static files. */
  ASSETS?: Fetcher;
}

/**
 * A script as the build has compressed it (RFC 7932), for browsers that take it so: an applicant waits
 * for its bytes. Undefined for any other address; the file itself where it was not compressed, or the
 * browser does not take that.
 *
 * Source: decision 0043.
 */
export async function packedScript(
  request: Request,
  { ASSETS }: PackedScriptEnv,
): Promise<Response | undefined> {
  const { origin, pathname } = new URL(request.url);
  if (!ASSETS || !PACKED.test(pathname)) return undefined;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !takesBrotli(request)) return ASSETS.fetch(request);
  const packed = await ASSETS.fetch(new Request(`${origin}${pathname}.br`, request));
  if (packed.status !== 200 && packed.status !== 304) return ASSETS.fetch(request);
  const headers = new Headers(packed.headers);
  headers.set("Content-Type", "text/javascript; charset=utf-8");
  headers.set("Content-Encoding", "br");
  headers.set("Vary", "Accept-Encoding");
  headers.append("Cache-Control", "no-transform");
  const { status, body } = packed;
  return new Response(body, { status, headers, encodeBody: "manual" });
}

/** Whether a browser takes brotli. Cloudflare asks for it itself, and says what the browser asked for. */
function takesBrotli(request: Request): boolean {
  const ofBrowser = request.cf?.clientAcceptEncoding;
  const asked = typeof ofBrowser === "string" ? ofBrowser : request.headers.get("Accept-Encoding");
  return (asked ?? "")
    .split(",")
    .some((coding) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}
