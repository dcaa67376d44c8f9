import { afterEach, expect, test, vi } from "vitest";
import { getObjects } from "./application/delivery/objects.server";
import { createContext } from "./context.server";
import { openVisit, type SiteEnv } from "./visit.server";

vi.mock("cloudflare:workers", () => ({ DurableObject: Object }));
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Requests every kind of object, and returns the options passed to `get` by binding. */
async function placeObjects(variables: Record<string, string>) {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("the platform is down")));
  const places: Record<string, unknown> = {};
  const namespace = (name: string) => ({
    idFromName: () => name,
    get(_: string, options: unknown) {
      places[name] = options;
      return {
        purge: () => Promise.resolve(0),
        publishPurge: () => Promise.resolve(),
        get: () => Promise.resolve(undefined),
      };
    },
  });
  const names = ["APPLICATIONS", "UNDELIVERED", "RELEASE", "COPIES", "PURGES"];
  const env = {
    ...{ PLATFORM_URL: "https://platform.example", PLATFORM_API_KEY: "key" },
    ...variables,
    ...Object.fromEntries(names.map((name) => [name, namespace(name)])),
  } as unknown as SiteEnv; // has all members that are used
  const execution = { waitUntil: () => undefined } as unknown as ExecutionContext; // as above
  const visit = openVisit(new Request("https://jobs.example/"), env, execution);
  const { request } = visit;
  const tokens = { nonce: "", applicationId: "" };
  const rendering = { request, tokens, isPersonal: false, mayApply: false };
  await visit.purges.purge("a-client");
  await createContext(visit, rendering)
    .reads.read("position", "a-position")
    .catch(() => undefined);
  const objects = getObjects(env);
  objects.application("a-receipt");
  objects.undelivered("undelivered-7");
  objects.release("a-client");
  return places;
}

test("creates objects in REGION, except applications' objects, which are created near the candidate", async () => {
  const hint = { locationHint: "weur" };
  expect(await placeObjects({ REGION: "weur" })).toEqual({
    APPLICATIONS: undefined,
    ...{ UNDELIVERED: hint, RELEASE: hint, COPIES: hint, PURGES: hint },
  });
});

test("lets Cloudflare choose the location of objects without REGION", async () => {
  expect(Object.values(await placeObjects({}))).toEqual(Array.from({ length: 5 }, () => undefined));
});
