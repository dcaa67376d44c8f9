import { expect, test } from "vitest";
import { isAllowedRequest } from "./origin";

const OWN = "https://desk.example";
const ELSEWHERE = { "Sec-Fetch-Site": "cross-site" };
const FRAME = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" };
const NAVIGATION = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

const CASES: [what: string, method: string, headers: Record<string, string>, isOwn: boolean][] = [
  ["a typed URL", "GET", { "Sec-Fetch-Site": "none", ...NAVIGATION }, true],
  ["a link in an email", "GET", { "Sec-Fetch-Site": "cross-site", ...NAVIGATION }, true],
  ["a browser without Sec-Fetch headers", "GET", {}, true],
  [
    "a sibling host's script",
    "GET",
    { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors" },
    false,
  ],
  ["another site's script", "GET", { ...ELSEWHERE, "Sec-Fetch-Mode": "no-cors" }, false],
  ["another site's frame", "GET", { ...ELSEWHERE, ...FRAME }, false],
  ["the desk's form", "POST", { Origin: OWN, "Sec-Fetch-Site": "same-origin" }, true],
  ["a form in a text browser", "POST", {}, true],
  ["a hidden origin", "POST", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, true],
  ["a sandboxed form", "POST", { Origin: "null", "Sec-Fetch-Site": "cross-site" }, false],
  ["a hidden origin and no Sec-Fetch headers", "POST", { Origin: "null" }, false],
  ["a sibling host's form", "POST", { Origin: "https://jobs.example" }, false],
  ["the host's form without TLS", "POST", { Origin: "http://desk.example" }, false],
  ["a cross-site navigation", "POST", { "Sec-Fetch-Site": "cross-site", ...NAVIGATION }, false],
  ["contradicting headers", "POST", { Origin: OWN, "Sec-Fetch-Site": "same-site" }, false],
];

test.each(CASES)("isAllowedRequest for %s (%s) with %j returns %s", (_, method, headers, isOwn) => {
  // Pass a plain object, because a `Request` drops headers that only browsers can set.
  const url = `${OWN}/people`;
  expect(isAllowedRequest({ method, url, headers: new Headers(headers) })).toBe(isOwn);
});
