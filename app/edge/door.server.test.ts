import { describe, expect, test } from "vitest";
import { CACHE_TAG, leave, outgoing, type Outgoing } from "./door.server";

const settings = { botCheck: undefined, FRAME_ANCESTORS: [], CSP_HOSTS: [] };
const out = (answer: Outgoing, isToBeFound = true) =>
  leave(answer, { id: "request", settings: () => settings, isToBeFound });
const HTML = { "Content-Type": "text/html; charset=utf-8" };

describe("every answer that leaves", () => {
  test.each<[string, Outgoing]>([
    ["a page", { status: 200, body: "<p>", headers: { ...HTML }, nonce: "abc" }],
    ["a page as Remix drew it", outgoing(new Response("<p>", { headers: HTML }), "abc")],
    ["a refusal", { status: 403, body: "no", headers: {} }],
    ["a fault", { status: 500, body: "Internal Server Error", headers: {} }],
  ])("has its id and the headers that keep it safe: %s", (_, answer) => {
    const { headers, status } = out(answer);
    expect(status).toBe(answer.status);
    expect(headers.get("X-Request-Id")).toBe("request");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Strict-Transport-Security")).toContain("max-age");
  });

  test("does not say whose page it is: that is for this house alone", () => {
    const headers = { ...HTML, [CACHE_TAG]: "client" };
    expect(out(outgoing(new Response("<p>", { headers }), "abc")).headers.has(CACHE_TAG)).toBe(
      false,
    );
  });
});

describe("search engines", () => {
  test.each([
    ["may show a page that is to be found", 200, true, null],
    ["may go on showing one that has not changed", 304, true, null],
    ["must not show any other", 200, false, "noindex"],
    ["must not show a page that is gone", 410, true, "noindex"],
  ])("%s", (_, status, isToBeFound, said) => {
    const { headers } = out({ status, body: null, headers: {} }, isToBeFound);
    expect(headers.get("X-Robots-Tag")).toBe(said);
  });
});

describe("the policy of an answer", () => {
  const policyOf = (answer: Outgoing) => out(answer).headers.get("Content-Security-Policy");

  test("lets a page's own scripts run, by its nonce", () => {
    expect(policyOf({ status: 200, body: "", headers: HTML, nonce: "abc" })).toMatch(
      /^script-src 'nonce-abc' 'strict-dynamic';/,
    );
  });

  test.each<[string, Outgoing]>([
    ["a page without a nonce", { status: 200, body: "", headers: HTML }],
    ["what is no page", { ...outgoing(Response.json({})), nonce: "abc" }],
    ["what does not say what it is", { status: 200, body: "", headers: {}, nonce: "abc" }],
  ])("lets nothing run in %s", (_, answer) => {
    expect(policyOf(answer)).toMatch(/^default-src 'none';/);
  });
});
