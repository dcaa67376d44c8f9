import { expect, test } from "vitest";
import type { ApplicationEnv } from "./applications.server";
import { getObjects } from "./objects.server";

/** A namespace that tells where it was asked for what; workerd on one machine has no jurisdictions. */
function namespace(asked: string[], where = "anywhere") {
  return {
    jurisdiction: (name: string) => namespace(asked, name),
    idFromName: (name: string) => `${where}: ${name}`,
    get: (id: string) => asked.push(id),
  };
}

/** Where the objects are looked for, with these variables. */
function placesOf(variables: Record<string, string>): string[] {
  const asked: string[] = [];
  const place = namespace(asked);
  const bindings = { APPLICATIONS: place, UNDELIVERED: place, RELEASE: place };
  const platform = { PLATFORM_URL: "https://platform.example", PLATFORM_API_KEY: "key" };
  const env = { ...platform, ...variables, ...bindings };
  const objects = getObjects(env as unknown as ApplicationEnv); // as much of it as is used
  objects.application("receipt");
  objects.undelivered("undelivered-7");
  objects.release("a-client");
  return asked;
}

test("objects are anywhere, unless a jurisdiction is named", () => {
  for (const [where, variables] of [
    ["anywhere", {}] as const,
    ["eu", { JURISDICTION: "eu" }] as const,
  ]) {
    const names = ["receipt", "undelivered-7", "release"];
    expect(placesOf(variables)).toEqual(names.map((name) => `${where}: ${name}`));
  }
});

test("the release limiter is one for all, or one for each company [12.11]", () => {
  expect(placesOf({ RELEASE_PER: "site" })).toContain("anywhere: release");
  expect(placesOf({ RELEASE_PER: "company" })).toContain("anywhere: release a-client");
});

test("a jurisdiction that does not exist is a wrong variable", () => {
  expect(() => placesOf({ JURISDICTION: "moon" })).toThrow(/JURISDICTION/);
});
