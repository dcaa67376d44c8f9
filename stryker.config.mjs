/**
 * Mutation tests for the code that makes decisions. docs/mutants.md lists the surviving mutants, with
 * reasons.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  mutate: [
    "app/application/delivery/{lifecycle,after-attempt,backoff,state,release}.ts",
    "app/application/inspection/*.server.ts",
    "app/application/draft/{draft,draft-storage,draft-fields,draft-state}.ts",
    "app/application/upload/file-draft.ts",
    "app/application/form/{submission,validity}.ts",
    "app/application/phone/{parse-phone,edit,phone-text,country-list,country,numbering}.ts",
    "app/ui/browser/{type-ahead,undo-history}.ts",
    "app/application/intake/{validation,multipart-reader}.server.ts",
    "app/rate-limits.server.ts",
    "app/runtime/bounded-map.ts",
    "app/addresses.ts",
    "app/page-cache/{page-decision.server,page-key}.ts",
    "app/page-cache/page-template.server.ts",
  ],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutants.config.ts" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Each mutant of code that runs on import, such as constants and patterns, would need all tests.
  ignoreStatic: true,
  thresholds: { high: 95, low: 90, break: 85 },
  // git and the linters ignore .cache.
  tempDirName: ".cache/stryker",
  ignorePatterns: ["/.cache", "/build", "/docs", "/public", "/platform/seed", "/screenshots"],
  reporters: ["clear-text", "progress-append-only", "html", "json"],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: ".cache/mutants/report.html" },
  jsonReporter: { fileName: ".cache/mutants/report.json" },
};
