import { describe, expect, test } from "vitest";
import { missing } from "./missing";

const ready = {
  env: undefined,
  hasPlatform: true,
  secrets: undefined,
  vars: {},
  databaseId: "5f1c9e0a-7f0b-4c5e-9a55-3d3d0a8f1b2c",
  platformKey: "k".repeat(32),
};

/** The placeholder of a database id. */
const none = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const OWN = { PLATFORM_URL: "https://hiring.acme.com/api/v1" };
const EXAMPLE = { PLATFORM_URL: "https://platform.example/api/v1" };
const alone = { ...ready, env: "external", hasPlatform: false, vars: EXAMPLE };

describe("what is missing before a deployment", () => {
  test.each([
    ["nothing, with the embedded platform", ready, []],
    [
      "the database, and the key",
      { ...ready, databaseId: none(0), platformKey: "dev" },
      ["no database", "has fewer than 32"],
    ],
    ["the platform's address, where it is the example's", alone, ["PLATFORM_URL is not set"]],
    ["nothing, in front of a platform of one's own", { ...alone, vars: OWN }, []],
    [
      "the staging's own database",
      { ...ready, env: "staging", databaseId: none(1) },
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
