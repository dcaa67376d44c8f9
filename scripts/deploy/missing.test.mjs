import { describe, expect, test } from "vitest";
import { missing } from "./missing.mjs";

const ready = {
  env: undefined,
  hasPlatform: true,
  secrets: undefined,
  vars: {},
  databaseId: "5f1c9e0a-7f0b-4c5e-9a55-3d3d0a8f1b2c",
  platformKey: "k".repeat(32),
};

const alone = { ...ready, env: "external", hasPlatform: false };

describe("what is missing before a deployment", () => {
  test.each([
    ["nothing, with the embedded platform", ready, []],
    [
      "the database, and the key",
      { ...ready, databaseId: "00000000-0000-4000-8000-000000000000", platformKey: "dev" },
      ["no database", "API_KEY has fewer"],
    ],
    ["a database that is not named", { ...ready, databaseId: undefined }, ["no database"]],
    [
      "the platform's address, where it is the example's",
      { ...alone, vars: { PLATFORM_URL: "https://platform.example/api/v1" } },
      ["PLATFORM_URL is not set"],
    ],
    [
      "and where there is none; the embedded platform is of no matter then",
      { ...alone, vars: {}, databaseId: undefined, platformKey: "" },
      ["PLATFORM_URL is not set"],
    ],
    [
      "nothing, in front of a platform of one's own",
      { ...alone, vars: { PLATFORM_URL: "https://hiring.acme.com/api/v1" } },
      [],
    ],
    ["nothing, in front of boards", { ...alone, env: "boards" }, []],
    [
      "the staging's own database",
      { ...ready, env: "staging", databaseId: "00000000-0000-4000-8000-000000000001" },
      ["puerta-platform-staging"],
    ],
    [
      "both secrets, where the deployed Workers have none",
      { ...ready, secrets: { site: [], platform: [] } },
      ['put PLATFORM_API_KEY --env ""`', "put API_KEY -c platform", "wrangler login"],
    ],
    [
      "one that only the platform has, in its environment",
      { ...ready, env: "staging", secrets: { site: ["OTHER"], platform: ["API_KEY"] } },
      ["put PLATFORM_API_KEY --env staging`"],
    ],
    [
      "nothing, where they are set",
      { ...ready, secrets: { site: ["PLATFORM_API_KEY"], platform: ["API_KEY"] } },
      [],
    ],
  ])("%s", (_, given, beginnings) => {
    const lines = missing(given);
    expect(lines).toHaveLength(beginnings.length);
    beginnings.forEach((words, at) => expect(lines[at]).toContain(words));
  });
});
