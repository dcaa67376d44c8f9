import { describe, expect, test } from "vitest";
import { refusal } from "./refusal.server";

describe("before anything is read", () => {
  const ask = (method: string, headers: Record<string, string>) =>
    refusal(new Request("https://site.example/a", { method, headers }))?.status;

  test.each([
    ["a POST from our own page", "POST", { "Sec-Fetch-Site": "same-origin" }, undefined],
    ["a POST from our own origin", "POST", { Origin: "https://site.example" }, undefined],
    ["a POST that says nothing", "POST", {}, undefined],
    ["a POST from another site", "POST", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["a POST from a neighbour's subdomain", "POST", { "Sec-Fetch-Site": "same-site" }, 403],
    ["a POST from another origin", "POST", { Origin: "https://evil.example" }, 403],
    ["a POST from nowhere", "POST", { Origin: "null" }, 403],
    ["a GET from another site", "GET", { "Sec-Fetch-Site": "cross-site" }, undefined],
    ["a body past all measure", "POST", { "Content-Length": String(101 * 1024 ** 2) }, 413],
    ["a body within measure", "POST", { "Content-Length": String(99 * 1024 ** 2) }, undefined],
  ])("%s", (_, method, headers, status) => {
    expect(ask(method, headers as Record<string, string>)).toBe(status);
  });
});
