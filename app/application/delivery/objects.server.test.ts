import { expect, test } from "vitest";
import type { ApplicationEnv } from "./applications.server";
import { getObjects } from "./objects.server";

/** A namespace that records the names it gets. Local workerd has no jurisdictions. */
function namespace(asked: string[], where = "anywhere") {
  return {
    jurisdiction: (name: string) => namespace(asked, name),
    idFromName: (name: string) => `${where}: ${name}`,
    get: (id: string) => asked.push(id),
  };
}

/** The jurisdictions in which objects are looked up with these variables. */
function listPlaces(variables: Record<string, string>): string[] {
  const names: string[] = [];
  const place = namespace(names);
  const bindings = { APPLICATIONS: place, UNDELIVERED: place, RELEASE: place };
  const platform = { PLATFORM_URL: "https://platform.example", PLATFORM_API_KEY: "key" };
  const env = { ...platform, ...variables, ...bindings };
  const objects = getObjects(env as unknown as ApplicationEnv); // has every member in use
  objects.application("receipt");
  objects.undelivered("undelivered-7");
  objects.release("a-client");
  return names;
}

test("objects may be anywhere unless a jurisdiction is configured", () => {
  for (const [where, variables] of [
    ["anywhere", {}] as const,
    ["eu", { JURISDICTION: "eu" }] as const,
  ]) {
    const names = ["receipt", "undelivered-7", "release"];
    expect(listPlaces(variables)).toEqual(names.map((name) => `${where}: ${name}`));
  }
});

test("there is one release limiter for the site or for each company [12.11]", () => {
  expect(listPlaces({ RELEASE_PER: "site" })).toContain("anywhere: release");
  expect(listPlaces({ RELEASE_PER: "company" })).toContain("anywhere: release a-client");
});

test("an unknown jurisdiction is rejected", () => {
  expect(() => listPlaces({ JURISDICTION: "moon" })).toThrow(/JURISDICTION/);
});
