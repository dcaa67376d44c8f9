import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { createApplications } from "../../app/application/delivery/applications.server";
import type { ApplicationEnv } from "../../app/application/delivery/applications.server";
import { getObjects } from "../../app/application/delivery/objects.server";
import { shardName, shardNames } from "../../app/application/delivery/undelivered";
import { companyCodeKey, createCopies } from "../../app/cache/copies.server";
import type { DurableCopy } from "../../app/cache/durable-copy.server";
import { createPurges, type PurgeTime } from "../../app/cache/purges.server";

vi.mock("cloudflare:workers", () => ({ DurableObject: Object }));

/**
 * Stored objects are found only by these names. Under another class or binding an object is empty, and
 * every application under the old name is lost: rename a class by `renamed_classes` in `wrangler.toml`.
 */

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The binding's name, as the code uses it. */
const BINDINGS = {
  APPLICATIONS: "ApplicationObject",
  UNDELIVERED: "UndeliveredIndex",
  RELEASE: "ReleaseLimiter",
  COPIES: "DurableCopy",
  PURGES: "PurgeTime",
};

/** What is read of `wrangler.toml`. */
interface Configuration {
  name: string;
  durable_objects: { bindings: { name: string; class_name: string }[] };
  migrations: { tag: string; new_sqlite_classes?: string[] }[];
}

describe("the names by which storage is found", () => {
  test.each([undefined, "external", "boards"])(
    "are bound in the configuration (environment: %s)",
    (env) => {
      const { name, durable_objects, migrations } = readConfig(
        { config: root("wrangler.toml"), ...(env === undefined ? {} : { env }) },
        { hideWarnings: true },
      ) as Configuration;
      expect(name).toBe(env === undefined ? "puerta" : `puerta-${env}`);
      expect(
        Object.fromEntries(durable_objects.bindings.map((one) => [one.name, one.class_name])),
      ).toEqual(BINDINGS);
      // Cloudflare keeps the tags: new ones are added at the end.
      const classes = migrations.map((one) => [one.tag, one.new_sqlite_classes?.toSorted()]);
      expect(classes).toEqual([["v1", Object.values(BINDINGS).toSorted()]]);
    },
  );

  test("are exported by the Worker", () => {
    const worker = readFileSync(root("server.ts"), "utf8");
    const exported = [...worker.matchAll(/^export \{ (\w+) \} from/gm)].map(([, name]) => name);
    expect(exported.sort()).toEqual(Object.values(BINDINGS).sort());
  });
});

/** A namespace that records which objects it is asked for. */
function createNamespace<T extends Rpc.DurableObjectBranded>(asked: string[]) {
  // An object that has nothing stored and accepts every call.
  const answerTo = (method: string | symbol) => (method === "get" ? undefined : true);
  const object = new Proxy({}, { get: (_, method) => () => Promise.resolve(answerTo(method)) });
  const namespace = { idFromName: (name: string) => asked.push(name), get: () => object };
  return namespace as unknown as DurableObjectNamespace<T>; // it has all that is used
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the names of objects", () => {
  test("are of an application: the SHA-256 of its secret id; the release limiter is one for all", async () => {
    const asked: string[] = [];
    const env = {
      PLATFORM_URL: "https://platform.example",
      PLATFORM_API_KEY: "key",
      APPLICATIONS: createNamespace(asked),
      RELEASE: createNamespace(asked),
    };
    const applications = createApplications(env as unknown as ApplicationEnv); // as above
    const id = "d93a19dc-7bd6-4d85-9168-8c1bbf653bea";
    const { receiptId } = await applications.open(id, "a-position");
    getObjects(env as unknown as ApplicationEnv).release("a-client");
    expect(receiptId).toBe(sha256(id));
    expect(asked).toEqual([sha256(id), "release"]);
  });

  test("are of the index: the receipt id's first digit", () => {
    expect(shardName(sha256("an id"))).toBe(`undelivered-${sha256("an id").slice(0, 1)}`);
    const shards = Array.from("0123456789abcdef", (digit) => `undelivered-${digit}`);
    expect(shardNames("")).toEqual(shards);
  });

  test("are of a copy: the call and its id, or the company's code", async () => {
    const asked: string[] = [];
    const copies = createCopies(createNamespace<DurableCopy>(asked), { forgetAfterMs: 1 });
    for (const key of ["position a-position", companyCodeKey("Acme")]) await copies.get(key);
    expect(asked).toEqual(["position a-position", "code acme"]);
  });

  test("are of a purge's time: the client's id", async () => {
    const asked: string[] = [];
    await createPurges(createNamespace<PurgeTime>(asked), () => undefined).purge("a-client");
    expect(asked).toEqual(["a-client"]);
  });
});
