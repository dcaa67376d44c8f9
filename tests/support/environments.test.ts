import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import * as z from "zod";
import { ROOT } from "~/scripts/local";

const Bound = z.object({ binding: z.string() });

const Config = z.object({
  name: z.string(),
  routes: z.array(z.unknown()).default([]),
  vars: z.record(z.string(), z.unknown()),
  durable_objects: z.object({ bindings: z.array(z.object({ name: z.string() })) }),
  ratelimits: z.array(z.object({ name: z.string(), namespace_id: z.string() })),
  services: z.array(Bound.extend({ service: z.string() })).default([]),
  d1_databases: z.array(Bound.extend({ database_name: z.string(), database_id: z.string() })),
  r2_buckets: z.array(Bound.extend({ bucket_name: z.string() })),
  kv_namespaces: z.array(Bound),
  version_metadata: Bound.optional(),
});

const readEnvironment = (file: string, env?: string) =>
  Config.parse(readConfig({ config: join(ROOT, file), env }, { hideWarnings: true }));

function listBindings(file: string, env?: string) {
  const config = readEnvironment(file, env);
  const named = [...config.durable_objects.bindings, ...config.ratelimits];
  const version = config.version_metadata ? [config.version_metadata] : [];
  const bound = [...config.services, ...config.d1_databases, ...config.r2_buckets, ...version];
  return [
    ...named.map(({ name }) => name),
    ...[...bound, ...config.kv_namespaces].map(({ binding }) => binding),
  ].sort();
}

describe("wrangler environments", () => {
  test.each(["staging", "boards", "external"])(
    "gives %s production's bindings (external: except PLATFORM)",
    (env) => {
      const all = listBindings("wrangler.toml");
      // The environment `external` has no embedded platform.
      const here = env === "external" ? all.filter((name) => name !== "PLATFORM") : all;
      expect(listBindings("wrangler.toml", env)).toEqual(here);
    },
  );

  test("gives each Worker separate rate limit counters, and the staging platform all of production's bindings", () => {
    const site = [undefined, "staging", "boards", "external"];
    const all = [
      ...site.map((env) => readEnvironment("wrangler.toml", env)),
      ...[undefined, "staging"].map((env) => readEnvironment("platform/wrangler.toml", env)),
    ];
    const ids = all.flatMap(({ ratelimits }) => ratelimits.map(({ namespace_id: id }) => id));
    expect(listBindings("platform/wrangler.toml", "staging")).toEqual(
      listBindings("platform/wrangler.toml"),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("separates staging from production, and keeps staging out of search engines", () => {
    const all = (env: string) => {
      const site = readEnvironment("wrangler.toml", env);
      const platform = readEnvironment("platform/wrangler.toml", env);
      return [
        site.name,
        ...site.services.map(({ service }) => service),
        platform.name,
        ...platform.d1_databases.flatMap((database) => [
          database.database_name,
          database.database_id,
        ]),
        ...platform.r2_buckets.map((bucket) => bucket.bucket_name),
      ];
    };
    const [site, staging] = [all(""), all("staging")];
    expect(staging).toHaveLength(6);
    expect(staging.filter((name) => site.includes(name))).toEqual([]);
    expect(staging[1]).toBe(staging[2]);
    const { vars, routes } = readEnvironment("wrangler.toml", "staging");
    expect({ vars, routes }).toMatchObject({ vars: { SEARCH_INDEXING: "off" }, routes: [] });
  });

  test("gives the embedded platform no workers.dev or preview address", () => {
    const toml = readFileSync(join(ROOT, "platform/wrangler.toml"), "utf8");
    expect(toml).toMatch(/^workers_dev = false$/m);
    expect(toml).toMatch(/^preview_urls = false$/m);
  });

  test.each(["staging", "external", "boards"])(
    "gives %s no routes from the top level",
    async (env) => {
      // An environment without a `routes` entry would inherit the top level's routes.
      const toml = await readFile(join(ROOT, "wrangler.toml"), "utf8");
      const section = toml.slice(toml.indexOf(`\n[env.${env}]\n`));
      expect(section.slice(0, section.indexOf("\n[["))).toContain("\nroutes = []\n");
    },
  );
});
