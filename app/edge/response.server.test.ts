import { expect, test } from "vitest";
import { securityHeaders } from "./response.server";

test.each([
  ["an embedded platform", undefined, "'self' https: data:"],
  ["a remote platform", "https://platform.example/api/v1", "'self' https: data:"],
  [
    "a platform on loopback without TLS",
    "http://127.0.0.1:8000/api/v1",
    "'self' https: data: http://localhost:* http://127.0.0.1:*",
  ],
])("allows the right image hosts for %s", (_, PLATFORM_URL, sources) => {
  const settings = { botCheck: undefined, FRAME_ANCESTORS: [], CSP_HOSTS: [], PLATFORM_URL };
  const { "Content-Security-Policy": policy } = securityHeaders(200, { nonce: "n", settings });
  expect(policy?.split("; ").find((part) => part.startsWith("img-src "))).toBe(
    `img-src ${sources}`,
  );
});

test.each([
  [[], "same-origin"],
  [["https://acme.example"], "cross-origin"],
])("with the frame ancestors %j, sets the resource policy to %s", (FRAME_ANCESTORS, policy) => {
  const settings = { botCheck: undefined, FRAME_ANCESTORS, CSP_HOSTS: [] };
  const headers = securityHeaders(200, { nonce: "n", settings });
  expect(headers["Cross-Origin-Resource-Policy"]).toBe(policy);
});
