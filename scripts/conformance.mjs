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

/** @typedef {import("./test-results.mjs").TestResult} TestResult */

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
 * @param {string} test @param {Map<string, TestResult>} byName @param {string} way
 * @returns {string | undefined}
 */
function faultOf(test, byName, way) {
  const result = byName.get(test);
  if (!result) return `no such test ran: ${test}`;
  if (result.status !== "passed") return `${result.status}: ${test}`;
  if (isInWay(result, way)) return undefined;
  const alike = ALIKE[way];
  if (!alike || !isInWay(result, alike.way)) return `it runs in another way: ${test}`;
  return byName.get(alike.test)?.status === "passed"
    ? undefined
    : `nothing shows that ${way} is like ${alike.way}: ${alike.test}`;
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
