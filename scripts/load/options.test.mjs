import { parseArgs } from "node:util";
import { describe, expect, test } from "vitest";
import { isLoopback, OPTIONS, optionsIn as optionsOf } from "./options.mjs";

/** @param {string[]} args */
const optionsIn = (args) => optionsOf(parseArgs({ args, options: OPTIONS }).values);

const HERE = "http://127.0.0.1:8787/acme/6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const ELSEWHERE = "https://jobs.example/acme/6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const YES = "--yes-i-run-this-site";

test("a running site is asked as it is named, without a query", () => {
  const { url, numbers } = optionsIn(["--url", `${HERE}?q=a#b`, "--readers", "3", "--kbit=0"]);
  expect(url?.href).toBe(HERE);
  expect(numbers).toMatchObject({ readers: 3, applicants: 0, kbit: 0 });
});

describe("a site elsewhere", () => {
  test("is left alone, unless whoever runs it says so", () => {
    expect(() => optionsIn(["--url", ELSEWHERE])).toThrow("jobs.example is not on this machine");
    expect(optionsIn(["--url", ELSEWHERE, YES]).url?.href).toBe(ELSEWHERE);
  });
  test("gets no application that was not asked for, and is bounded", () => {
    expect(optionsIn(["--url", ELSEWHERE, YES]).numbers.applicants).toBe(0);
    expect(optionsIn(["--url", ELSEWHERE, YES, "--applicants", "2"]).numbers.applicants).toBe(2);
    expect(() => optionsIn(["--url", ELSEWHERE, YES, "--seconds", "3600"])).toThrow("1 to 300");
  });
});

test.each([
  ["localhost", true],
  ["desk.localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["localhost.example", false],
  ["127.0.0.1.example", false],
  ["jobs.example", false],
])("%s is this machine's own: %s", (hostname, isOwn) => {
  expect(isLoopback(hostname)).toBe(isOwn);
});

test.each([
  [["--readers", "many"], '--readers takes a whole number from 0 to 200, not "many"'],
  [["--readers", "201"], "from 0 to 200"],
  [["--url", "ftp://localhost/acme"], "--url takes an address"],
])("%j is answered with what to do", (args, words) => {
  expect(() => optionsIn(args)).toThrow(words);
});
