// Checks `docs/conformance.md` against the results of the tests.

/** The ways of browsing; `server` is for what no browser sees. */
const WAYS = ["full", "plain", "partial", "slow", "server"];

/**
 * A way of browsing whose pages are the same as in another way, and the test that proves this. A test in
 * the other way then counts for both.
 *
 * @type {Record<string, { way: string, test: string } | undefined>}
 */
export const ALIKE = {
  partial: {
    way: "plain",
    test: "partial: where our bundle is blocked, every page is the one without scripts",
  },
  slow: { way: "full", test: "slow: once it is there, a page is the one that a quick line brings" },
};

/**
 * The specification's nine sections, the contract's extension, how pages are found and shared, and the
 * systems behind the contract; the table must have rows of each.
 */
const SECTIONS = 12;

/** The fault of a test that is marked to fail, and passes. */
const RIGHT_NOW = 'It is right now: test.fail() comes off the test, and "not yet" off its row.';

/** The cell of a clause that is not met yet: a test that fails until it is, and the reason. */
const NOT_YET = /^not yet: (?<name>.+?) \((?<why>[^()]+)\)$/;

/**
 * @typedef {object} TestResult
 * @property {string} name with the names of its groups before it
 * @property {boolean} passed it ended as expected: a test that is marked to fail has failed
 * @property {boolean} inBrowser
 * @property {boolean} [isToFail] it is marked by `test.fail()`
 * @property {boolean} [isUnstable] it failed, and passed when it was run again
 * @property {string} [fault] the message of its failure
 */

/**
 * What is wrong with the table, line by line; empty if nothing is.
 *
 * @param {string} table the document
 * @param {TestResult[]} results of every test that ran
 * @param {(path: string) => boolean} isPlace whether the project has a file or a folder of this path
 * @returns {string[]}
 */
export function conformanceFaults(table, results, isPlace) {
  const byName = new Map(results.map((result) => [result.name, result]));
  const clauses = new Set();
  const faults = rowsOf(table).flatMap((line) => {
    const [clause = "", way = "", where = "", test = ""] = cellsOf(line);
    const number = numberOf(clause);
    clauses.add(number);
    const say = (/** @type {string} */ fault) => `${number} (${way}): ${fault}`;
    if (!WAYS.includes(way)) return [say("there is no such way of browsing")];
    if (where === "" || test === "") return [say("a cell is empty")];
    if (!isPlace(where)) return [say(`there is no ${where}`)];
    const fault = faultOf(test, byName, way);
    return fault === undefined ? [] : [say(fault)];
  });
  return [...faults, ...missingClauses(clauses)];
}

/**
 * What is wrong with a row's test.
 *
 * @param {string} cell @param {Map<string, TestResult>} byName @param {string} way
 * @returns {string | undefined}
 */
function faultOf(cell, byName, way) {
  const isNotYet = cell.startsWith("not yet:");
  const test = isNotYet ? NOT_YET.exec(cell)?.groups?.name : cell;
  if (test === undefined) return `it does not say in brackets what is not right yet: ${cell}`;
  const result = byName.get(test);
  if (!result) return `no such test ran: ${test}`;
  const isToFail = result.isToFail ?? false;
  if (!result.passed) {
    return isToFail
      ? `it was to fail by what is not right yet, and did not: ${test}`
      : `failed: ${test}`;
  }
  if (isNotYet && !isToFail) return `it is right, and the row says "not yet": ${test}`;
  if (!isNotYet && isToFail) return `it is to fail, and the row does not say "not yet": ${test}`;
  if (isInWay(result, way)) return undefined;
  const alike = ALIKE[way];
  if (!alike || !isInWay(result, alike.way)) return `it runs in another way: ${test}`;
  return byName.get(alike.test)?.passed
    ? undefined
    : `nothing shows that ${way} is like ${alike.way}: ${alike.test}`;
}

/**
 * Reports the clauses that are not met yet: a line that counts them, then a line for each row.
 *
 * @param {string} table the document
 * @returns {string[]}
 */
export function notYetReport(table) {
  const rows = rowsOf(table).flatMap((line) => {
    const [clause = "", way = "", , test = ""] = cellsOf(line);
    const why = NOT_YET.exec(test)?.groups?.why;
    return why === undefined ? [] : [{ number: numberOf(clause), way, why }];
  });
  const count = new Set(rows.map(({ number }) => number)).size;
  return [
    `${count} ${count === 1 ? "clause is" : "clauses are"} not right yet${count > 0 ? ":" : "."}`,
    ...rows.map(({ number, way, why }) => `  ${number} (${way}): ${why}`),
  ];
}

/** @param {string} table */
const rowsOf = (table) => table.split("\n").filter((line) => /^\| \d+\.\d+ /.test(line));

/** @param {string} clause */
const numberOf = (clause) => /^\d+\.\d+/.exec(clause)?.[0] ?? "";

/** @param {string} line */
function cellsOf(line) {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/**
 * Whether a test browses in a way: the name of a test in a browser begins with its way.
 *
 * @param {TestResult} result @param {string} way
 */
function isInWay({ name, inBrowser }, way) {
  if (way === "server") return !inBrowser;
  return inBrowser && new RegExp(`^${way}[:,]`).test(name);
}

/** The clauses that are missing: each section's are numbered without gaps. @param {Set<string>} clauses */
function missingClauses(clauses) {
  return Array.from({ length: SECTIONS }, (_, index) => index + 1).flatMap((section) => {
    const numbers = [...clauses]
      .filter((clause) => clause.startsWith(`${section}.`))
      .map((clause) => Number(clause.split(".")[1]));
    if (numbers.length === 0) return [`section ${section} has no rows`];
    return Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1)
      .filter((number) => !numbers.includes(number))
      .map((number) => `${section}.${number} has no row`);
  });
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name?: string, status?: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults?: VitestFile[] }} VitestReport
 * @typedef {{ status?: string, error?: { message?: string } }} PlaywrightResult
 * @typedef {{ status: string, expectedStatus?: string, results?: PlaywrightResult[] }} PlaywrightTest
 * @typedef {{ title: string, ok: boolean, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/** What vitest's JSON reporter wrote. @param {VitestReport} report @returns {TestResult[]} */
export function vitestResults({ testResults = [] }) {
  return testResults.flatMap(({ name = "", status: ofAll, message = "", assertionResults }) => {
    const tests = assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      name: fullName.trim(),
      passed: status === "passed",
      inBrowser: false,
      // A test that passed at its second try still has the message of the first.
      ...(status === "passed" && failureMessages.length > 0 && { isUnstable: true }),
      ...(failureMessages.length > 0 && { fault: failureMessages.join("\n") }),
    }));
    // A failure outside of the tests: the file cannot be read, or the site does not start.
    const isOutside =
      ofAll === "failed" && assertionResults.every(({ status }) => status !== "failed");
    return isOutside
      ? [...tests, { name, passed: false, inBrowser: false, fault: message }]
      : tests;
  });
}

/** What Playwright's JSON reporter wrote. @param {PlaywrightReport} report @returns {TestResult[]} */
export function playwrightResults({ suites = [], errors = [] }) {
  // A failure outside of the tests: the site logged an unexpected line, say.
  const name = "outside of all tests";
  const outside = errors.map(({ message: fault = "" }) => {
    return { name, passed: false, inBrowser: true, fault };
  });
  // The outermost suites are files, whose names are no part of a test's name.
  return [...suites.flatMap((file) => resultsOf(file, [])), ...outside];
}

/** @param {PlaywrightSuite} suite @param {string[]} groups @returns {TestResult[]} */
function resultsOf({ specs = [], suites = [] }, groups) {
  return [
    ...specs.map(({ title, ok, tests }) => {
      const isUnstable = tests.some(({ status }) => status === "flaky");
      return {
        name: [...groups, title].join(" "),
        passed: ok && (isUnstable || tests.some(({ status }) => status === "expected")),
        inBrowser: true,
        ...(tests.some(({ expectedStatus }) => expectedStatus === "failed") && { isToFail: true }),
        ...(isUnstable && { isUnstable }),
        ...((!ok || isUnstable) && { fault: faultsOf(tests).join("\n") }),
      };
    }),
    ...suites.flatMap((inner) => resultsOf(inner, [...groups, inner.title])),
  ];
}

/** @param {PlaywrightTest[]} tests @returns {string[]} */
function faultsOf(tests) {
  return tests.flatMap(({ expectedStatus, results = [] }) =>
    results.flatMap(({ status, error }) => {
      if (error?.message) return [error.message];
      return status === "passed" && expectedStatus === "failed" ? [RIGHT_NOW] : [];
    }),
  );
}
