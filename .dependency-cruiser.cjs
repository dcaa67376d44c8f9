/**
 * Which folders of `app` each folder may import. A folder may always import itself.
 */
const shared = ["addresses.ts", "candidate-source.ts", "metrics", "platform", "i18n", "runtime"];
const allowed = {
  "career-site": [...shared, "page-cache", "reads", "links.server.ts", "ui"],
  position: [...shared, "page-cache", "reads", "links.server.ts", "ui", "application"],
  "application/model": [],
  "application/inspection": ["application/model", "runtime"],
  "application/fields": ["application/model", "platform", "i18n"],
  "application/phone": ["i18n", "ui"],
  "application/delivery": ["application/inspection", "application/model", "config", ...shared],
  "application/operator": ["application/delivery", "application/model", "config", ...shared],
  alerts: ["application/delivery", "application/operator", "config", ...shared],
  "application/upload": [
    "application/delivery",
    "application/inspection",
    "application/model",
    ...shared,
  ],
  "application/intake": [
    "application/delivery",
    "application/fields",
    "application/inspection",
    "application/model",
    "application/phone",
    "application/upload",
    ...shared,
  ],
  "application/draft": ["application/model", "application/upload", "ui/browser", "addresses.ts"],
  "application/photo": ["application/upload", "i18n", "ui/browser", "ui/styles"],
  "application/details": ["application/draft", "i18n", "ui/browser"],
  "application/receipt": [
    "application/details",
    "application/draft",
    "application/fields",
    "application/model",
    ...shared,
    "links.server.ts",
    "ui",
  ],
  "application/form": [
    "application/details",
    "application/draft",
    "application/fields",
    "application/model",
    "application/phone",
    "application/photo",
    "application/receipt",
    "application/upload",
    ...shared,
    "ui",
  ],
  reads: ["config", "platform", "runtime"],
  "page-cache": ["addresses.ts", "candidate-source.ts", "i18n", "reads", "runtime"],
  edge: [
    ...shared,
    ...["page-cache", "reads", "links.server.ts", "visit.server.ts", "rate-limits.server.ts"],
    ...["config", "ui"],
  ],
  "visit.server.ts": [
    ...["application/delivery", "application/intake", "config", "reads", "rate-limits.server.ts"],
    "runtime",
  ],
  "rate-limits.server.ts": ["runtime"],
  config: ["addresses.ts", "platform", "metrics", "runtime"],
  metrics: ["addresses.ts", "application/model", "candidate-source.ts", "runtime"],
  "ui/page": ["ui/company", "ui/styles", "i18n", "addresses.ts", "candidate-source.ts"],
  "ui/browser": ["ui/styles"],
  "ui/company": [],
  platform: ["runtime"],
  i18n: [],
  runtime: [],
};

/** Which folders of `platform/src` each folder may import. The files beside the folders are the core. */
const platform = {
  admin: ["companies", "confirmations", "core", "email", "notifications"],
  companies: ["core", "pictures"],
  confirmations: ["core", "email", "notifications", "packs"],
  desk: ["companies", "confirmations", "core", "email", "pictures", "replies"],
  email: ["core"],
  notifications: ["core", "email", "packs"],
  pictures: ["core"],
  packs: [],
  replies: ["confirmations", "core", "email", "packs"],
  core: ["confirmations", "email", "notifications", "packs"],
};

/** Which folders of `cli` each folder may import. `cli/program.ts` and the commands beside it may import all. */
const cli = {
  applications: ["lib"],
  boards: ["check", "company", "job", "lib"],
  check: ["lib"],
  company: ["job", "lib"],
  deploy: ["boards", "company", "lib", "start"],
  desk: ["lib"],
  job: ["company", "lib"],
  lib: [],
  notify: ["lib"],
  start: ["boards", "company", "desk", "lib"],
  status: ["lib"],
};

const TEST = "\\.test\\.tsx?$";
const path = (/** @type {string} */ folder) => `^app/${folder.replace(".", "\\.")}(/|$)`;

const folders = Object.entries(allowed).map(([folder, others]) => ({
  name: `app/${folder}`,
  comment: `app/${folder} may import ${others.join(", ") || "no other folder of app"}.`,
  severity: "error",
  from: { path: path(folder), pathNot: TEST },
  to: { path: "^app/", pathNot: [folder, ...others].map(path) },
}));

const platformPath = (/** @type {string} */ part) =>
  part === "core" ? "^platform/src/[^/]+$" : `^platform/src/${part}/`;

const platformFolders = Object.entries(platform).map(([part, others]) => ({
  name: `platform/src: ${part}`,
  comment: `It may import ${others.join(", ") || "no other folder"}. index.ts and scheduled.ts may import all.`,
  severity: "error",
  from: {
    path: platformPath(part),
    pathNot: [TEST, "^platform/src/(index|scheduled)\\.ts$"],
  },
  to: { path: "^platform/src/", pathNot: [part, ...others].map(platformPath) },
}));

const cliFolders = Object.entries(cli).map(([noun, others]) => ({
  name: `cli/${noun}`,
  comment: `cli/${noun} may import ${others.join(", ") || "no other folder of cli"}.`,
  severity: "error",
  from: { path: `^cli/${noun}/`, pathNot: TEST },
  to: { path: "^cli/", pathNot: [noun, ...others].map((other) => `^cli/${other}/`) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...folders,
    ...platformFolders,
    ...cliFolders,
    {
      name: "scripts do not import the command",
      comment: "The command imports scripts, such as the build.",
      severity: "error",
      from: { path: "^scripts/", pathNot: TEST },
      to: { path: "^cli/" },
    },
    {
      name: "no tests in a program",
      severity: "error",
      from: { path: "^(cli|scripts)/", pathNot: TEST },
      to: { path: "^(tests|bench)/" },
    },
    {
      name: "workers share only the contract",
      severity: "error",
      from: { path: "^(app|platform|adapters)/" },
      to: { path: "^(app|platform|adapters)/", pathNot: "^$1/" },
    },
    {
      name: "systems do not import each other",
      comment: "A system is one folder that can be removed. Shared code is in adapters/src.",
      severity: "error",
      from: { path: "^adapters/src/([^/]+)/" },
      to: { path: "^adapters/src/[^/]+/", pathNot: "^adapters/src/$1/" },
    },
    {
      name: "the contract imports only zod, and parse5 for HTML",
      severity: "error",
      from: { path: "^contract/", pathNot: [TEST, "^contract/openapi/"] },
      to: { pathNot: "^contract/|node_modules/(zod|parse5)/" },
    },
    {
      name: "no tests or scripts in a Worker",
      severity: "error",
      from: {
        path: "^(app|contract|platform/src|adapters/src)/",
        pathNot: [TEST, "^contract/openapi/"],
      },
      to: { path: "^(tests|scripts|cli|bench)/" },
    },
    {
      name: "no cycles",
      comment: "Type-only cycles are also forbidden.",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { circular: true },
    },
    {
      name: "no cycles in tests",
      comment: "Type-only cycles are allowed.",
      severity: "error",
      from: { path: "^tests/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: {
      path: "^(build|public|companies|\\.cache|adapters/build|platform/seed)/|\\.wrangler/",
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
