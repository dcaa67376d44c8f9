import { expect, test } from "vitest";
import type { ApplicationEnv } from "./applications.server";
import { getObjects } from "./objects.server";

/** Creates a namespace that records the requested names. Local workerd does not support jurisdictions. */
function namespace(requested: string[], where = "anywhere") {
  return {
    jurisdiction: (name: string) => namespace(requested, name),
    idFromName: (name: string) => `${where}: ${name}`,
    get: (id: string) => requested.push(id),
  };
}

/** Lists the jurisdiction and name of each requested object. */
function listPlaces(variables: Record<string, string>): string[] {
  const names: string[] = [];
  const place = namespace(names);
  const bindings = { APPLICATIONS: place, UNDELIVERED: place, RELEASE: place };
  const platform = { PLATFORM_URL: "https://platform.example", PLATFORM_API_KEY: "key" };
  const env = { ...platform, ...variables, ...bindings };
  const objects = getObjects(env as unknown as ApplicationEnv); // has all members that `getObjects` uses
  objects.application("receipt");
  objects.undelivered("undelivered-7");
  objects.release("a-client");
  return names;
}

test("places objects in the configured jurisdiction, if any", () => {
  for (const [where, variables] of [
    ["anywhere", {}] as const,
    ["eu", { JURISDICTION: "eu" }] as const,
  ]) {
    const names = ["receipt", "undelivered-7", "release"];
    expect(listPlaces(variables)).toEqual(names.map((name) => `${where}: ${name}`));
  }
});

test("uses one release limiter for the site or for each company [12.11]", () => {
  expect(listPlaces({ RELEASE_PER: "site" })).toContain("anywhere: release");
  expect(listPlaces({ RELEASE_PER: "company" })).toContain("anywhere: release a-client");
});

test("rejects an unknown jurisdiction", () => {
  expect(() => listPlaces({ JURISDICTION: "moon" })).toThrow(/JURISDICTION/);
});
