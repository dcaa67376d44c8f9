import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";

/**
 * The floors of the house (design, section 3): what stands in each may import what is in it, and on
 * the floors that it names. A room of `application`, or of `ui`, is a floor of its own.
 */
const ground = ["runtime"];
const below = ["addresses.ts", "source.ts", "metrics", "platform", "i18n", ...ground];
const floors = {
  "career-site": [...below, "links.server.ts", "ui"],
  position: [...below, "links.server.ts", "ui"],
  "application/model": [],
  "application/fields": ["application/model", "platform", "i18n"],
  "application/phone": ["i18n", "ui"],
  "application/delivery": ["application/model", "config", ...below],
  "application/upload": ["application/delivery", "application/model", ...below],
  "application/intake": [
    "application/delivery",
    "application/fields",
    "application/model",
    "application/phone",
    "application/upload",
    ...below,
  ],
  "application/draft": ["application/model", "application/upload", "ui/browser", "addresses.ts"],
  "application/receipt": [
    "application/draft",
    "application/fields",
    "application/model",
    ...below,
    "links.server.ts",
    "ui",
  ],
  "application/form": [
    "application/draft",
    "application/fields",
    "application/model",
    "application/phone",
    "application/receipt",
    "application/upload",
    ...below,
    "ui",
  ],
  edge: [...below, "links.server.ts", "config", "ui"],
  config: ["platform", "metrics", ...ground],
  metrics: ["source.ts", ...ground],
  "ui/page": ["ui/company", "ui/styles", "i18n", "addresses.ts", "source.ts"],
  "ui/browser": ["ui/styles"],
  "ui/company": [],
  platform: ground,
  i18n: [],
  runtime: [],
};

const zones = Object.entries(floors).map(([floor, under]) => ({
  target: `./app/${floor}/**/!(*.test).{ts,tsx}`,
  from: "./app",
  except: [floor, ...under].map((name) => `./${name}`),
  message: `app/${floor} stands on ${under.join(", ") || "nothing"} (eslint.config.js).`,
}));

export default defineConfig(
  {
    ignores: [
      "build/",
      "adapters/build/",
      "public/",
      "**/.wrangler/",
      ".cache/",
      "platform/seed/",
      "companies/",
      "app/ui/styles/*.generated.json",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js"] },
        tsconfigRootDir: fileURLToPath(new URL(".", import.meta.url)),
      },
    },
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
    rules: {
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "import-x/no-restricted-paths": [
        "error",
        {
          zones: [
            ...zones,
            {
              target: "./app",
              from: "./platform",
              message: "They share only the contract, over HTTP.",
            },
            {
              target: "./platform",
              from: "./app",
              message: "They share only the contract, over HTTP.",
            },
            {
              target: ["./app", "./platform"],
              from: "./adapters",
              message: "They share only the contract, over HTTP.",
            },
            {
              target: "./adapters",
              from: ["./app", "./platform"],
              message: "They share only the contract, over HTTP.",
            },
            {
              target: [
                "./app/**/!(*.test).{ts,tsx}",
                "./platform/src/**/!(*.test).{ts,tsx}",
                "./adapters/src/**/!(*.test).ts",
              ],
              from: ["./tests", "./scripts"],
            },
          ],
        },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Code points are what is counted and cut here, never what a person would call a character.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // A loader leaves with what is to be shown instead: Remix's own way.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    ...jsxA11y.flatConfigs.strict,
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    // What a browser may be given: no module of the server, except as a type.
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/**/*.server.{ts,tsx}", "app/**/*.test.{ts,tsx}", "app/routes/**"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "\\.server$",
              allowTypeImports: true,
              message: "A module of the server must not reach a browser.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["**/*.{js,mjs}", "*.config.ts"],
    languageOptions: { globals: globals.node },
  },
  {
    // In JSDoc a type is given by the assignment itself.
    files: ["**/*.mjs"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
    },
  },
  {
    // A stand-in has the shape of the real thing, which is asynchronous.
    files: ["**/*.test.ts", "tests/**"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
  { files: ["eslint.config.js"], extends: [tseslint.configs.disableTypeChecked] },
);
