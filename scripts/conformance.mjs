// Checks `docs/conformance.md` against the results of the tests.

const WAYS = /** @type {const} */ (["full", "plain", "partial", "slow", "server"]);

/**
 * A way whose pages are those of another way, and the test in tests/browser/alike.spec.ts that proves it.
 *
 * @type {Partial<Record<Way, { way: Way, test: string }>>}
 */
const ALIKE = {
  partial: {
    way: "plain",
    test: "partial: where our bundle is blocked, every page is the one without scripts",
  },
  slow: { way: "full", test: "slow: once it is there, a page is the one that a quick line brings" },
};

const ROW = /^\| (\d+\.\d\d) \| [^|]+ ((?:\| [✓=–] ){5})\|$/;

/** At the end of a test's or a group's title: `[2.07]`, `[2.07, 3.11]`. */
const TAGS = / \[(\d+\.\d\d(?:, \d+\.\d\d)*)\](?= |$)/g;

/**
 * @typedef {import("./test-results.mjs").TestResult} TestResult
 * @typedef {(typeof WAYS)[number]} Way
 * @typedef {Record<Way, string>} Cells
 */

/** @param {string} table the document @param {TestResult[]} results of every test that ran @returns {string[]} */
export function conformanceFaults(table, results) {
  const { clauses, faults } = readTable(table);
  const tests = results.flatMap((result) =>
    tagsOf(result.name).map((clause) => ({ clause, result })),
  );
  for (const { clause, result } of tests) {
    if (!clauses.has(clause)) faults.push(`${clause} is no clause: ${result.name}`);
  }
  for (const [clause, cells] of clauses) {
    for (const way of WAYS) {
      const own = tests.filter((test) => test.clause === clause && isInWay(test.result, way));
      const fault = faultOf(
        way,
        cells,
        own.map(({ result }) => result),
      );
      if (fault !== undefined) faults.push(`${clause} (${way}): ${fault}`);
    }
  }
  for (const { test } of Object.values(ALIKE)) {
    const isAlike = results.some(({ name, status }) => name === test && status === "passed");
    if (!isAlike) faults.push(`= is not proved, did not pass: ${test}`);
  }
  return faults;
}

/** @param {string} table @returns {{ clauses: Map<string, Cells>, faults: string[] }} */
function readTable(table) {
  const clauses = new Map();
  const faults = [];
  for (const line of table.split("\n").filter((row) => /^\|(?! clause| ---)/.test(row))) {
    const [, clause = "", cells = ""] = ROW.exec(line) ?? [];
    if (clause === "") faults.push(`malformed row: ${line}`);
    else if (clauses.has(clause)) faults.push(`${clause} has two rows`);
    else {
      const marks = [...cells.matchAll(/[✓=–]/g)].map(([mark]) => mark);
      clauses.set(clause, Object.fromEntries(WAYS.map((way, at) => [way, marks[at] ?? ""])));
    }
  }
  if (clauses.size === 0) faults.push("the table has no rows");
  return { clauses, faults };
}

/** @param {Way} way @param {Cells} cells @param {TestResult[]} own tests of the clause in this way */
function faultOf(way, cells, own) {
  const failed = own.find(({ status }) => status === "failed");
  if (failed) return `failed: ${failed.name}`;
  const isProved = own.some(({ status }) => status === "passed");
  if (cells[way] === "✓" && !isProved) return "no test that passed has its tag";
  const other = ALIKE[way]?.way;
  if (cells[way] !== "=" || (other && cells[other] === "✓")) return undefined;
  return `= needs a ✓ in ${other ?? "another way"}`;
}

/** @param {string} name @returns {string[]} */
const tagsOf = (name) => [...name.matchAll(TAGS)].flatMap(([, tags = ""]) => tags.split(", "));

/** The name of a test in a browser begins with its way. @param {TestResult} result @param {Way} way */
const isInWay = ({ name, inBrowser }, way) =>
  way === "server" ? !inBrowser : inBrowser && new RegExp(`^${way}[:,]`).test(name);
