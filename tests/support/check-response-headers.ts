import { afterAll, expect } from "vitest";

/**
 * Checks the headers of every answer that any test gets from a site.
 *
 * Each request has a connection of its own: workerd closes one that was idle for five seconds, and
 * a process that was busy meanwhile learns of it only when its next request on it has failed.
 */
const { fetch } = globalThis;

globalThis.fetch = async (...asked) => {
  const request = new Request(...asked);
  request.headers.set("Connection", "close");
  const response = await fetch(request);
  const { headers } = response;
  // Only the Worker gives its answers an id; fake platforms answer here as well.
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

// The next file in this process installs its own check.
afterAll(() => {
  globalThis.fetch = fetch;
});
