import { afterAll, expect } from "vitest";

/**
 * Checks the security headers of every response that a test fetches from a site.
 *
 * Each request uses a new connection, because workerd closes idle connections, and a request on a closed
 * connection fails.
 */
const { fetch } = globalThis;

globalThis.fetch = async (...args) => {
  const request = new Request(...args);
  request.headers.set("Connection", "close");
  const response = await fetch(request);
  const { headers } = response;
  const isFile = headers.has("CF-Cache-Status");
  // Responses of fake platforms have neither of these headers.
  if (isFile || headers.has("X-Request-Id")) {
    const isPage = headers.get("Content-Type")?.startsWith("text/html") === true;
    const hasPolicy = !isFile && ![201, 204, 304].includes(response.status);
    const isImmutable = headers.get("Cache-Control")?.includes("immutable") === true;
    for (const name of [
      "X-Content-Type-Options",
      ...(isImmutable ? [] : ["Strict-Transport-Security"]),
      ...(hasPolicy ? ["Content-Security-Policy"] : []),
      ...(isPage ? ["Referrer-Policy", "Cross-Origin-Opener-Policy"] : []),
      ...(isPage && response.status !== 304
        ? ["Permissions-Policy", "Cross-Origin-Resource-Policy"]
        : []),
    ]) {
      expect(headers.has(name), `${name} on ${response.status} of ${response.url}`).toBe(true);
    }
  }
  return response;
};

// Restore `fetch`, because the next test file in this process installs the check again.
afterAll(() => {
  globalThis.fetch = fetch;
});
