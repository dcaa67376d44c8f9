import { afterAll, expect } from "vitest";

/**
 * Every answer of a site to any request of a test has the headers that every answer has: they are
 * looked at wherever one is asked for.
 */
const { fetch } = globalThis;

globalThis.fetch = async (...asked) => {
  const response = await fetch(...asked);
  const { headers } = response;
  // Platforms and stand-ins answer too; only the Worker names its answers.
  if (headers.has("X-Request-Id")) {
    for (const name of [
      "X-Content-Type-Options",
      "Referrer-Policy",
      "Strict-Transport-Security",
      "Cross-Origin-Opener-Policy",
      "Permissions-Policy",
      ...(response.status === 304 ? [] : ["Content-Security-Policy"]),
    ]) {
      expect(headers.has(name), `${name} on ${response.status} of ${response.url}`).toBe(true);
    }
  }
  return response;
};

// The next file in this process looks by itself.
afterAll(() => {
  globalThis.fetch = fetch;
});
