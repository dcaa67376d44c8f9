export interface Result {
  name: string;
  status: "passed" | "failed" | "skipped";
  /** Whether the test failed at first, and passed on a second run. */
  isUnstable?: boolean;
  message?: string;
}

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

export const vitestResults = ({ testResults = [] }: { testResults?: VitestFile[] }): Result[] =>
  testResults.flatMap(({ name, status: fileStatus, message = "", assertionResults }) => {
    const tests = assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      name: fullName.trim(),
      status: knownStatus(status),
      // A test that passed on a retry keeps its failure message.
      isUnstable: status === "passed" && failureMessages.length > 0,
      message: failureMessages.join("\n"),
    }));
    // Whether the file failed outside its tests, such as with a syntax error.
    const isOutside = fileStatus === "failed" && tests.every(({ status }) => status !== "failed");
    return isOutside ? [...tests, { name, status: "failed", message }] : tests;
  });

interface Suite {
  title: string;
  specs?: {
    title: string;
    tests: { status: string; results?: { error?: { message?: string } }[] }[];
  }[];
  suites?: Suite[];
}

export function playwrightResults(report: { suites?: Suite[]; errors?: { message?: string }[] }) {
  const outside = (report.errors ?? []).map(({ message = "" }): Result => {
    return { name: "outside all tests", status: "failed", message };
  });
  // The outermost suites are files, which are not part of a test's name.
  return [...(report.suites ?? []).flatMap((file) => suiteResults(file, [])), ...outside];
}

function suiteResults({ specs = [], suites = [] }: Suite, groups: string[]): Result[] {
  const direct = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results = [] }) => ({
      name: [...groups, title].join(" "),
      status: knownStatus(status),
      isUnstable: status === "flaky",
      message: results.map(({ error }) => error?.message ?? "").join("\n"),
    })),
  );
  return [...direct, ...suites.flatMap((inner) => suiteResults(inner, [...groups, inner.title]))];
}

function knownStatus(status: string): Result["status"] {
  if (["passed", "expected", "flaky"].includes(status)) return "passed";
  return ["failed", "unexpected"].includes(status) ? "failed" : "skipped";
}
