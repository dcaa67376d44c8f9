import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { createApplications } from "~/app/application/delivery/applications.server";
import type { ApplicationEnv } from "~/app/application/delivery/applications.server";
import { getObjects } from "~/app/application/delivery/objects.server";
import { shardName, shardNames } from "~/app/application/delivery/undelivered";
import { createCopies } from "~/app/reads/copies.server";
import { companyCodeKey } from "~/app/reads/calls.server";
import type { DurableCopy } from "~/app/reads/durable-copy.server";
import { createPurges, type PurgeTime } from "~/app/reads/purges.server";

vi.mock("cloudflare:workers", () => ({ DurableObject: Object }));

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * An object's class and name locate its stored data. Under another class or name, the object would be empty.
 * Rename a class with `renamed_classes` in `wrangler.toml`.
 */
const BINDINGS = {
  APPLICATIONS: "ApplicationObject",
  UNDELIVERED: "UndeliveredIndex",
  RELEASE: "ReleaseLimiter",
  COPIES: "DurableCopy",
  PURGES: "PurgeTime",
};

interface Configuration {
  name: string;
  durable_objects: { bindings: { name: string; class_name: string }[] };
  migrations: { tag: string; new_sqlite_classes?: string[] }[];
}

describe("classes of stored objects", () => {
  test.each(["production", "external", "boards"])(
    "wrangler.toml keeps the Worker's name, bindings and migrations in environment %s",
    (env) => {
      const { name, durable_objects, migrations } = readConfig(
        { config: root("wrangler.toml"), ...(env === "production" ? {} : { env }) },
        { hideWarnings: true },
      ) as Configuration;
      expect(name).toBe(env === "production" ? "puerta" : `puerta-${env}`);
      expect(
        Object.fromEntries(
          durable_objects.bindings.map((binding) => [binding.name, binding.class_name]),
        ),
      ).toEqual(BINDINGS);
      // Tags are permanent. A change needs a new tag.
      const classes = migrations.map(({ tag, new_sqlite_classes: added }) => [
        tag,
        added?.toSorted(),
      ]);
      expect(classes).toEqual([["v1", Object.values(BINDINGS).toSorted()]]);
    },
  );

  test("the Worker exports all classes", () => {
    const worker = readFileSync(root("server.ts"), "utf8");
    const exported = [...worker.matchAll(/^export \{ (\w+) \} from/gm)].map(([, name]) => name);
    expect(exported.sort()).toEqual(Object.values(BINDINGS).sort());
  });
});

/** Creates a namespace that records the names of requested objects. */
function createNamespace<T extends Rpc.DurableObjectBranded>(names: string[]) {
  // The object is empty and accepts every call.
  const answerTo = (method: string | symbol) => (method === "get" ? undefined : true);
  const object = new Proxy({}, { get: (_, method) => () => Promise.resolve(answerTo(method)) });
  const namespace = { idFromName: (name: string) => names.push(name), get: () => object };
  return namespace as unknown as DurableObjectNamespace<T>; // has every used member
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("names of stored objects", () => {
  test("an application object's name is the SHA-256 of the application id, and the release limiter's name is fixed", async () => {
    const names: string[] = [];
    const env = {
      PLATFORM_URL: "https://platform.example",
      PLATFORM_API_KEY: "key",
      APPLICATIONS: createNamespace(names),
      RELEASE: createNamespace(names),
    };
    const applications = createApplications(env as unknown as ApplicationEnv); // has every used member
    const id = "d93a19dc-7bd6-4d85-9168-8c1bbf653bea";
    const { receiptId } = await applications.open(id, "a-position");
    getObjects(env as unknown as ApplicationEnv).release("a-client");
    expect(receiptId).toBe(sha256(id));
    expect(names).toEqual([sha256(id), "release"]);
  });

  test("the name of an undelivered index ends with the first digit of the receipt id", () => {
    expect(shardName(sha256("an id"))).toBe(`undelivered-${sha256("an id").slice(0, 1)}`);
    const shards = Array.from("0123456789abcdef", (digit) => `undelivered-${digit}`);
    expect(shardNames("")).toEqual(shards);
  });

  test("a durable copy's name is the call and its id, or `company` and a client's code in lower case", async () => {
    const names: string[] = [];
    const copies = createCopies(createNamespace<DurableCopy>(names), { forgetAfterMs: 1 });
    for (const key of ["position a-position", companyCodeKey("Acme")]) await copies.get(key);
    expect(names).toEqual(["position a-position", "company acme"]);
  });

  test("the name of a `PurgeTime` object is the client's id, or a name that can't be an id for the site", async () => {
    const names: string[] = [];
    await createPurges(createNamespace<PurgeTime>(names), () => undefined).purge("a-client");
    expect(names).toEqual(["a-client", "the site"]);
  });
});
