// Reads the JSON reports of Vitest and Playwright.

/**
 * @typedef {object} TestResult
 * @property {string} name with the names of its groups before it
 * @property {"passed" | "failed" | "skipped"} status
 * @property {boolean} [isUnstable] it failed, and passed when it was run again
 * @property {string} [message] of its failure
 *
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name?: string, status?: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults?: VitestFile[] }} VitestReport
 * @typedef {{ status: string, results?: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/** @param {VitestReport} report @returns {TestResult[]} */
export function vitestResults({ testResults = [] }) {
  return testResults.flatMap(
    ({ name = "", status: fileStatus, message = "", assertionResults }) => {
      const tests = assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
        name: fullName.trim(),
        status: knownStatus(status),
        // A test that passed when it was run again keeps the message of its failure.
        isUnstable: status === "passed" && failureMessages.length > 0,
        message: failureMessages.join("\n"),
      }));
      // A failure outside of the tests: the file cannot be read, or the site does not start.
      const isOutside = fileStatus === "failed" && tests.every(({ status }) => status !== "failed");
      return isOutside ? [...tests, failure(name, message)] : tests;
    },
  );
}

/** @param {PlaywrightReport} report @returns {TestResult[]} */
export function playwrightResults({ suites = [], errors = [] }) {
  // A failure outside of the tests, such as an unexpected line in the site's log.
  const outside = errors.map(({ message = "" }) => failure("outside of all tests", message));
  // The outermost suites are files, whose names are no part of a test's name.
  return [...suites.flatMap((file) => suiteResults(file, [])), ...outside];
}

/** @param {PlaywrightSuite} suite @param {string[]} groups @returns {TestResult[]} */
function suiteResults({ specs = [], suites = [] }, groups) {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results = [] }) => ({
        name: [...groups, title].join(" "),
        status: knownStatus(status),
        isUnstable: status === "flaky",
        message: results.map(({ error }) => error?.message ?? "").join("\n"),
      })),
    ),
    ...suites.flatMap((inner) => suiteResults(inner, [...groups, inner.title])),
  ];
}

/** @param {string} status of Vitest or Playwright @returns {TestResult["status"]} */
function knownStatus(status) {
  if (["passed", "expected", "flaky"].includes(status)) return "passed";
  return ["failed", "unexpected"].includes(status) ? "failed" : "skipped";
}

/** @param {string} name @param {string} message @returns {TestResult} */
export const failure = (name, message) => ({
  name,
  status: "failed",
  message,
});

/** @param {string} name @returns {TestResult} */
export const success = (name) => ({ name, status: "passed" });
