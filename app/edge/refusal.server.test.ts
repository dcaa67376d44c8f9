import { expect, test } from "vitest";
import { refuseForm } from "./refusal.server";

const OWN = "https://site.example";

test.each<[string, string, Record<string, string>, number | undefined]>([
  ["a POST from our own page", "POST", { "Sec-Fetch-Site": "same-origin", Origin: OWN }, undefined],
  ["a POST from our own origin", "POST", { Origin: OWN }, undefined],
  ["a POST without a referring page", "POST", { "Sec-Fetch-Site": "none" }, undefined],
  ["a hidden origin", "POST", { "Sec-Fetch-Site": "same-origin", Origin: "null" }, undefined],
  ["a POST from another site", "POST", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["a POST from a neighbour's subdomain", "POST", { "Sec-Fetch-Site": "same-site" }, 403],
  ["our site, another origin", "POST", { "Sec-Fetch-Site": "same-origin", Origin: "a" }, 403],
  ["another site, our origin", "POST", { "Sec-Fetch-Site": "cross-site", Origin: OWN }, 403],
  ["an empty origin", "POST", { Origin: "" }, 403],
  ["another origin", "POST", { Origin: "https://evil.example" }, 403],
  ["another scheme", "POST", { Origin: "http://site.example" }, 403],
  ["an origin that begins like ours", "POST", { Origin: `${OWN}.evil.example` }, 403],
  ["a POST with a null origin", "POST", { Origin: "null" }, 403],
  ["a GET from another site", "GET", { "Sec-Fetch-Site": "cross-site" }, undefined],
  ["a body over the limit", "POST", { "Content-Length": String(101 * 1024 ** 2) }, 413],
])("refuseForm for %s (%s) returns %j", (_, method, headers, status) => {
  const request = new Request(`${OWN}/a`, { method, headers });
  expect(refuseForm({ request, isRead: method === "GET" })?.status).toBe(status);
});
