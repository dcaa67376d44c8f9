import { expect, test } from "vitest";
import {
  ALIKE,
  conformanceFaults,
  notYetReport,
  playwrightResults,
  vitestResults,
} from "./conformance.mjs";

const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const results = [
  { name: "full: it works", passed: true, inBrowser: true },
  { name: "partial, bundle late: it works", passed: true, inBrowser: true },
  { name: "plain: it works", passed: false, inBrowser: true },
  { name: "plain: it reads", passed: true, inBrowser: true },
  { name: ALIKE.slow?.test ?? "", passed: true, inBrowser: true },
  { name: "it is read", passed: true, inBrowser: false },
  { name: "full: it is blue", passed: true, inBrowser: true, isToFail: true },
  { name: "full: it is red", passed: false, inBrowser: true, isToFail: true },
];

/** A table that is right, with one more row. @param {string} [row] */
const tableWith = (row = "") =>
  [...sections.map((section) => `| ${section}.01 A | full | here | full: it works |`), row].join(
    "\n",
  );

test.each([
  ["nothing more", "", undefined],
  [
    "a variety of its way",
    "| 1.02 B | partial | here | partial, bundle late: it works |",
    undefined,
  ],
  ["a test of the server", "| 1.02 B | server | here | it is read |", undefined],
  ["a test that failed", "| 1.02 B | plain | here | plain: it works |", "1.02 (plain): failed"],
  ["a test of a way that is alike", "| 1.02 B | slow | here | full: it works |", undefined],
  [
    "a way that is not shown to be alike",
    "| 1.02 B | partial | here | plain: it reads |",
    "nothing shows",
  ],
  ["a test that did not run", "| 1.02 B | slow | here | slow: it works |", "no such test ran"],
  ["a test of another way", "| 1.02 B | plain | here | full: it works |", "runs in another way"],
  ["a browser's test for the server", "| 1.02 B | server | here | full: it works |", "another way"],
  ["a way that is none", "| 1.02 B | quick | here | full: it works |", "no such way"],
  ["no place", "| 1.02 B | full |  | full: it works |", "a cell is empty"],
  ["a place that is none", "| 1.02 B | full | nowhere | full: it works |", "there is no nowhere"],
  ["no test", "| 1.02 B | full | here |  |", "a cell is empty"],
  [
    "what is not right yet",
    "| 1.02 B | full | here | not yet: full: it is blue (red) |",
    undefined,
  ],
  [
    "what is not said to be right",
    "| 1.02 B | full | here | full: it is blue |",
    "is to fail, and",
  ],
  [
    "what is right before it is said",
    "| 1.02 B | full | here | not yet: full: it is red (blue) |",
    "was to fail by what is not right yet, and did not",
  ],
  [
    "what was never wrong",
    "| 1.02 B | full | here | not yet: full: it works (it stands still) |",
    'it is right, and the row says "not yet"',
  ],
  [
    "what is not right yet, and fails of something else",
    "| 1.02 B | plain | here | not yet: plain: it works (it stands still) |",
    "failed",
  ],
  [
    "what is not right yet in another way",
    "| 1.02 B | plain | here | not yet: full: it is blue (red) |",
    "runs in another way",
  ],
  [
    "what is not right yet, and has no test",
    "| 1.02 B | full | here | not yet: full: it is green (red) |",
    "no such test ran",
  ],
  [
    "what is not right yet, and does not say why",
    "| 1.02 B | full | here | not yet: full: it is blue |",
    "does not say in brackets",
  ],
  ["a gap", "| 1.03 B | full | here | full: it works |", "1.2 has no row"],
])("a table with %s", (_, row, fault) => {
  const faults = conformanceFaults(tableWith(row), results, (path) => path === "here");
  if (fault === undefined) expect(faults).toEqual([]);
  else expect(faults).toEqual([expect.stringContaining(fault)]);
});

test("a table without a section's rows", () => {
  expect(conformanceFaults("", results, () => true)).toContain("section 12 has no rows");
});

test("what is not right yet is counted by clauses, and told by rows", () => {
  expect(notYetReport(tableWith())).toEqual(["0 clauses are not right yet."]);
  const row = (/** @type {string} */ clause, /** @type {string} */ way) =>
    `| ${clause} | ${way} | here | not yet: ${way}: /it (all) is blue (it is red) |`;
  expect(notYetReport(tableWith(row("1.02 B", "full")))).toEqual([
    "1 clause is not right yet:",
    "  1.02 (full): it is red",
  ]);
  const rows = [row("1.02 B", "full"), row("1.02", "slow"), row("1.03 C", "full")].join("\n");
  expect(notYetReport(tableWith(rows))).toEqual([
    "2 clauses are not right yet:",
    "  1.02 (full): it is red",
    "  1.02 (slow): it is red",
    "  1.03 (full): it is red",
  ]);
});

test("a test that was to fail is told from one that failed, and says when it did not", () => {
  const expectedStatus = "failed";
  const did = { expectedStatus, status: "expected", results: [{ status: "failed", error: {} }] };
  const didNot = { expectedStatus, status: "unexpected", results: [{ status: "passed" }] };
  const specs = [
    { title: "it is blue", ok: true, tests: [did] },
    { title: "it is red", ok: false, tests: [didNot] },
  ];
  expect(playwrightResults({ suites: [{ title: "a.spec.ts", specs }] })).toEqual([
    { name: "it is blue", passed: true, inBrowser: true, isToFail: true },
    {
      name: "it is red",
      passed: false,
      inBrowser: true,
      isToFail: true,
      fault: expect.stringContaining("It is right now"),
    },
  ]);
});

test("the names of tests are read with those of their groups", () => {
  const spec = { title: "it works", ok: true, tests: [{ status: "expected" }] };
  const skipped = { title: "skipped", ok: true, tests: [{ status: "skipped" }] };
  const report = {
    suites: [{ title: "a.spec.ts", suites: [{ title: "full:", specs: [spec, skipped] }] }],
  };
  expect(playwrightResults(report)).toEqual([
    { name: "full: it works", passed: true, inBrowser: true },
    { name: "full: skipped", passed: false, inBrowser: true },
  ]);
  const assertion = { fullName: " a it is read", status: "passed" };
  expect(vitestResults({ testResults: [{ assertionResults: [assertion] }] })).toEqual([
    { name: "a it is read", passed: true, inBrowser: false },
  ]);
});

test("a test that passes when it is run again counts as passed, and is unstable", () => {
  const retried = { fullName: "it is read", status: "passed", failureMessages: ["No."] };
  expect(vitestResults({ testResults: [{ assertionResults: [retried] }] })).toEqual([
    { name: "it is read", passed: true, inBrowser: false, isUnstable: true, fault: "No." },
  ]);
  const outside = { name: "a.test.ts", status: "failed", message: "No site" };
  expect(
    vitestResults({ testResults: [{ ...outside, assertionResults: [retried] }] })[1],
  ).toMatchObject({ name: "a.test.ts", passed: false });
  const tests = [
    { status: "flaky", results: [{ error: { message: "No." } }, { status: "passed" }] },
  ];
  const spec = { title: "it works", ok: true, tests };
  expect(playwrightResults({ suites: [{ title: "a.spec.ts", specs: [spec] }] })).toEqual([
    { name: "it works", passed: true, inBrowser: true, isUnstable: true, fault: "No." },
  ]);
});

test("what a failed test said goes along, and what failed outside of any", () => {
  const failed = { fullName: "it is read", status: "failed", failureMessages: ["No.", "No!"] };
  const outside = { name: "a.test.ts", status: "failed", message: "No site", assertionResults: [] };
  expect(vitestResults({ testResults: [{ assertionResults: [failed] }, outside] })).toEqual([
    { name: "it is read", passed: false, inBrowser: false, fault: "No.\nNo!" },
    { name: "a.test.ts", passed: false, inBrowser: false, fault: "No site" },
  ]);
  const spec = {
    title: "it works",
    ok: false,
    tests: [{ status: "unexpected", results: [{ error: { message: "No." } }, {}] }],
  };
  expect(playwrightResults({ suites: [{ title: "a.spec.ts", specs: [spec] }] })).toEqual([
    { name: "it works", passed: false, inBrowser: true, fault: "No." },
  ]);
});
