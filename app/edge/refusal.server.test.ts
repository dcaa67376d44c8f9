import { expect, test } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { refuseForm } from "./refusal.server";

const settings = { LANGUAGES: STANDARD_LANGUAGES };
const SITE = "https://site.example";

test.each<[string, string, number | undefined, Record<string, string>]>([
  ["our own page", "POST", undefined, { "Sec-Fetch-Site": "same-origin", Origin: SITE }],
  ["our own origin", "POST", undefined, { Origin: SITE }],
  ["no referring page", "POST", undefined, { "Sec-Fetch-Site": "none" }],
  ["a hidden origin", "POST", undefined, { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["another site", "POST", 403, { "Sec-Fetch-Site": "cross-site" }],
  ["a sibling subdomain", "POST", 403, { "Sec-Fetch-Site": "same-site" }],
  ["our site and another origin", "POST", 403, { "Sec-Fetch-Site": "same-origin", Origin: "a" }],
  ["another site and our origin", "POST", 403, { "Sec-Fetch-Site": "cross-site", Origin: SITE }],
  ["an empty origin", "POST", 403, { Origin: "" }],
  ["another origin", "POST", 403, { Origin: "https://evil.example" }],
  ["another scheme", "POST", 403, { Origin: "http://site.example" }],
  ["an origin that begins like ours", "POST", 403, { Origin: `${SITE}.evil.example` }],
  ["a null origin", "POST", 403, { Origin: "null" }],
  ["another site", "GET", undefined, { "Sec-Fetch-Site": "cross-site" }],
  ["a body over the limit", "POST", 413, { "Content-Length": String(101 * 1024 ** 2) }],
])("for %s (%s), refuseForm returns %j", (_, method, status, headers) => {
  const request = new Request(`${SITE}/a`, { method, headers });
  expect(refuseForm({ request, isRead: method === "GET", settings })?.status).toBe(status);
});
