import { parseArgs } from "node:util";
import { describe, expect, test } from "vitest";
import { isLoopback, OPTIONS, optionsIn as optionsOf, USAGE } from "./options.mjs";

/** @param {string[]} args */
const optionsIn = (args) => optionsOf(parseArgs({ args, options: OPTIONS }).values);

const HERE = "http://127.0.0.1:8787/acme/6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const ELSEWHERE = "https://jobs.example/acme/6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const YES = "--yes-i-run-this-site";

test("without arguments, a bounded load on a site of its own", () => {
  const { url, json, numbers } = optionsIn([]);
  expect({ url, json }).toEqual({ url: undefined, json: false });
  for (const [name, number] of Object.entries(numbers)) {
    expect(USAGE).toMatch(new RegExp(`--${name} N .*`));
    expect(USAGE.replace(/\s+/g, " ")).toContain(`default: ${number}`);
  }
});

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
  test("gets no application that was not asked for", () => {
    expect(optionsIn(["--url", ELSEWHERE, YES]).numbers.applicants).toBe(0);
    expect(optionsIn(["--url", ELSEWHERE, YES, "--applicants", "2"]).numbers.applicants).toBe(2);
  });
  test("is bounded all the same", () => {
    expect(() => optionsIn(["--url", ELSEWHERE, YES, "--seconds", "3600"])).toThrow("1 to 300");
  });
});

test.each([
  ["localhost", true],
  ["desk.localhost", true],
  ["127.0.0.1", true],
  ["127.9.8.7", true],
  ["[::1]", true],
  ["localhost.example", false],
  ["127.0.0.1.example", false],
  ["10.0.0.1", false],
  ["jobs.example", false],
])("%s is this machine's own: %s", (hostname, isOwn) => {
  expect(isLoopback(hostname)).toBe(isOwn);
});

test.each([
  [["--readers", "many"], '--readers takes a whole number from 0 to 200, not "many"'],
  [["--readers", "201"], "from 0 to 200"],
  [["--seconds", "0"], "from 1 to 300"],
  [["--cv-kb", "1.5"], "from 1 to 25600"],
  [["--applications=-1"], "from 0 to 2000"],
  [["--url", "acme"], "--url takes an address"],
  [["--url", "ftp://localhost/acme"], "--url takes an address"],
  [["--readers", "0", "--applicants", "0"], "nothing to do"],
  [["--cv-kb", "25600", "--kbit", "1"], "25600 KB take 204800 s at 1 kbit/s"],
  [["--reader-kbit", "49"], "--reader-kbit takes 0, or 50 and more"],
])("%j is answered with what to do", (args, words) => {
  expect(() => optionsIn(args)).toThrow(words);
});
