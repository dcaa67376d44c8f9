import { expect, test } from "vitest";
import { objectsOf, type ApplicationEnv } from "./objects.server";

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
  const bindings = {
    APPLICATIONS: namespace(asked),
    UNDELIVERED: namespace(asked),
    RELEASE: namespace(asked),
  };
  const env = {
    PLATFORM_URL: "https://platform.example",
    PLATFORM_API_KEY: "key",
    ...variables,
    ...bindings,
  };
  const objects = objectsOf(env as unknown as ApplicationEnv); // as much of it as is used
  objects.application("receipt");
  objects.undelivered("undelivered-7");
  objects.release("a-client");
  return asked;
}

test("objects are anywhere, unless a jurisdiction is named", () => {
  expect(placesOf({})).toEqual([
    "anywhere: receipt",
    "anywhere: undelivered-7",
    "anywhere: release",
  ]);
  expect(placesOf({ JURISDICTION: "eu" })).toEqual([
    "eu: receipt",
    "eu: undelivered-7",
    "eu: release",
  ]);
});

test("the release gate is one for all, or one for each company", () => {
  expect(placesOf({ RELEASE_PER: "site" })).toContain("anywhere: release");
  expect(placesOf({ RELEASE_PER: "company" })).toContain("anywhere: release a-client");
});

test("a jurisdiction that does not exist is a wrong variable", () => {
  expect(() => placesOf({ JURISDICTION: "moon" })).toThrow(/JURISDICTION/);
});
