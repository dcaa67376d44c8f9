import { expect, test } from "vitest";
import { findMissing, type Configuration } from "./missing";

const complete: Configuration = {
  env: undefined,
  hasPlatform: true,
  dryRun: false,
  secrets: { site: ["PLATFORM_API_KEY"], platform: ["API_KEY"] },
  vars: {},
  databaseId: "5f1c9e0a-7f0b-4c5e-9a55-3d3d0a8f1b2c",
  platformKey: "k".repeat(32),
};
const none = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const alone = (PLATFORM_URL: string) => ({
  ...{ env: "external", hasPlatform: false, vars: { PLATFORM_URL } },
});
const BOTH = ['put PLATFORM_API_KEY --env ""`', "put API_KEY -c platform"];

test.each<[what: string, changes: Partial<Configuration>, found: string[]]>([
  ["nothing for a complete configuration", {}, []],
  ["a placeholder database", { databaseId: none(0) }, ["no database"]],
  [
    "the location of a missing database",
    { databaseId: none(0), vars: { REGION: "weur" } },
    ["d1 create puerta-platform --location weur`"],
  ],
  ["a short key", { platformKey: "dev" }, ["has fewer than 32"]],
  ["a placeholder address", alone("https://platform.example/api/v1"), ["PLATFORM_URL is not set"]],
  ["nothing for a platform with an address", alone("https://hiring.acme.com/api/v1"), []],
  ["a placeholder in staging", { env: "staging", databaseId: none(1) }, ["platform-staging"]],
  ["two missing secrets", { secrets: { site: [], platform: [] } }, BOTH],
  ["a missing secret", { secrets: { site: ["OTHER"], platform: ["API_KEY"] } }, ["put PLATFORM"]],
  ["an account that wrangler cannot see", { secrets: {} }, ["wrangler login"]],
  ["nothing about an account in a dry run", { secrets: {}, dryRun: true }, []],
  ["no secret that is set", { secrets: { site: ["PLATFORM_API_KEY"], platform: ["API_KEY"] } }, []],
])("reports %s", (_, changes, found) => {
  const lines = findMissing({ ...complete, ...changes });
  expect(lines).toHaveLength(found.length);
  for (const [index, words] of found.entries()) expect(lines[index]).toContain(words);
});
