import { afterAll, expect } from "vitest";

/**
 * Checks the headers of every answer that tests get from a site.
 *
 * Each request has its own connection: workerd closes connections after five idle seconds, which a busy
 * process would only notice when its next request fails.
 */
const { fetch } = globalThis;

globalThis.fetch = async (...args) => {
  const request = new Request(...args);
  request.headers.set("Connection", "close");
  const response = await fetch(request);
  const { headers } = response;
  // Only the Worker sets a request id. Fake platforms are requested here too.
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

// Each file in this process installs its own check.
afterAll(() => {
  globalThis.fetch = fetch;
});
