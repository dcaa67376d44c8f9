import { expect, test } from "vitest";
import { isAllowedRequest } from "./origin";

const OWN = "https://desk.example";
const ELSEWHERE = { "Sec-Fetch-Site": "cross-site" };
const FRAME = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" };
const NAVIGATION = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

const CASES: [string, string, Record<string, string>, boolean][] = [
  ["a typed address", "GET", { "Sec-Fetch-Site": "none", ...NAVIGATION }, true],
  ["a link in an e-mail", "GET", { "Sec-Fetch-Site": "cross-site", ...NAVIGATION }, true],
  ["a browser that does not say", "GET", {}, true],
  ["a sibling's script", "GET", { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors" }, false],
  ["a script of elsewhere", "GET", { ...ELSEWHERE, "Sec-Fetch-Mode": "no-cors" }, false],
  ["a frame of elsewhere", "GET", { ...ELSEWHERE, ...FRAME }, false],
  ["a form of the desk", "POST", { Origin: OWN, "Sec-Fetch-Site": "same-origin" }, true],
  ["a form in a text browser", "POST", {}, true],
  ["a hidden origin", "POST", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, true],
  ["a form of a sandbox", "POST", { Origin: "null", "Sec-Fetch-Site": "cross-site" }, false],
  ["a form of who hides all", "POST", { Origin: "null" }, false],
  ["a form of a sibling host", "POST", { Origin: "https://jobs.example" }, false],
  ["a form of the host without TLS", "POST", { Origin: "http://desk.example" }, false],
  ["a navigation that posts", "POST", { "Sec-Fetch-Site": "cross-site", ...NAVIGATION }, false],
  ["one that only names us", "POST", { Origin: OWN, "Sec-Fetch-Site": "same-site" }, false],
];

test.each(CASES)("%s (%s) with %j is let in: %s", (_, method, headers, isOwn) => {
  // A `Request` would drop what only browsers may set.
  const url = `${OWN}/people`;
  expect(isAllowedRequest({ method, url, headers: new Headers(headers) })).toBe(isOwn);
});
