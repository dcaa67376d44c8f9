import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { isLoopback, OPTIONS, optionsIn as optionsOf } from "./options.mjs";

/** @param {string[]} args */
const optionsIn = (args) => optionsOf(parseArgs({ args, options: OPTIONS }).values);

const ELSEWHERE = "https://jobs.example/acme/6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const YES = "--yes-i-run-this-site";

test("a site elsewhere gets only what its owner asked for, and is bounded", () => {
  expect(optionsIn(["--url", ELSEWHERE, YES]).numbers.applicants).toBe(0);
  expect(optionsIn(["--url", ELSEWHERE, YES, "--applicants", "2"]).numbers.applicants).toBe(2);
  expect(() => optionsIn(["--url", ELSEWHERE, YES, "--seconds", "3600"])).toThrow("1 to 300");
});

test.each([
  ["localhost", true],
  ["desk.localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["localhost.example", false],
  ["127.0.0.1.example", false],
])("%s is this machine's own: %s", (hostname, isOwn) => {
  expect(isLoopback(hostname)).toBe(isOwn);
});
