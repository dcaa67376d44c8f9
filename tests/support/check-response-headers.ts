import { afterAll, expect } from "vitest";

/**
 * Checks the headers of every response that tests get from a site.
 *
 * Each request uses a new connection, because workerd closes connections after five idle seconds. A busy
 * process notices a closed connection only when a request fails.
 */
const { fetch } = globalThis;

globalThis.fetch = async (...args) => {
  const request = new Request(...args);
  request.headers.set("Connection", "close");
  const response = await fetch(request);
  const { headers } = response;
  // Only the Worker sets a request id. Responses of fake platforms have none.
  if (headers.has("X-Request-Id")) {
    const isPage = headers.get("Content-Type")?.startsWith("text/html") === true;
    for (const name of [
      "X-Content-Type-Options",
      ...(response.status === 304 ? [] : ["Content-Security-Policy"]),
      ...(isPage
        ? ["Referrer-Policy", "Cross-Origin-Opener-Policy", "Strict-Transport-Security"]
        : []),
      ...(isPage && response.status !== 304 ? ["Permissions-Policy"] : []),
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
