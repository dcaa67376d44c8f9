import { describe, expect, test } from "vitest";
import { createRemixRequest } from "./remix-request.server";

const SITE = "https://site.example";

describe("createRemixRequest", () => {
  test.each([
    ["/acme/a/p1?lang=en&q=a%20b", "/acme/a/p1?lang=en&q=a%20b"],
    ["/acme/a/p1?_data=routes%2Fposition&lang=en", "/acme/a/p1?lang=en"],
    ["/acme/a/p1.data", "/acme/a/p1.data/"],
    ["//evil.example/a", "/404"],
    ["/%5Cevil.example", "/404"],
    ["/%5Cacme/a/p1?send", "/company/position/p1?send="],
    ["/%09/", "/404"],
    ["/a/%00/b/c/d", "/404"],
    ["/%ED%A0%80", "/404"],
    ["/%FF/b?lang=en", "/company/b?lang=en"],
    ["/caf%C3%A9/a/p1", "/caf%C3%A9/a/p1"],
  ])("converts the URL %s to %s", (requested, expected) => {
    expect(createRemixRequest(new Request(SITE + requested)).url).toBe(SITE + expected);
  });

  test("returns the same object if nothing needs to change", () => {
    const request = new Request(`${SITE}/acme/a/p1`, { headers: { "Accept-Language": "es" } });
    expect(createRemixRequest(request)).toBe(request);
  });

  test.each(["/acme/a/p1", "/acme/a/p1.data"])(
    "removes only the origin headers from a request to %s",
    async (path) => {
      const from = { Origin: "null", "X-Forwarded-Host": "proxy.example" };
      const sent = { Accept: "text/html", "Content-Type": "text/plain", ...from };
      const body = "María";
      const converted = createRemixRequest(
        new Request(SITE + path, { method: "POST", headers: sent, body }),
      );
      expect(converted.method).toBe("POST");
      expect([...converted.headers]).toEqual([
        ["accept", "text/html"],
        ["content-type", "text/plain"],
      ]);
      expect(await converted.text()).toBe(body);
    },
  );
});
