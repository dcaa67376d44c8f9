import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { REGIONS, type Region } from "~/app/config/region";
import { ADAPTERS_CONFIG, PLATFORM_CONFIG } from "~/scripts/local";
import {
  addNamespace,
  addPlacement,
  chooseRegion,
  parseDatabaseRegion,
  withCopy,
} from "./placement";

test.each<[setting: unknown, database: Region | undefined, region: Region | undefined]>([
  [undefined, undefined, undefined],
  [undefined, "weur", "weur"],
  ["", "weur", "weur"],
  ["enam", undefined, "enam"],
  ["enam", "enam", "enam"],
])("with REGION %j and a database in %j, chooses %j", (setting, database, region) => {
  expect(chooseRegion(setting, database)).toEqual({ region });
});

test("warns about a REGION that differs from the database's", () => {
  const { region, advice } = chooseRegion("enam", "weur");
  expect(region).toBe("enam");
  expect(advice).toMatch(/REGION is enam, but the database is in weur/);
});

test.each([
  [{ name: "puerta-platform", running_in_region: "WEUR" }, "weur"],
  [{ created_in_region: "ENAM" }, "enam"],
  [{ running_in_region: "MOON", created_in_region: "OC" }, "oc"],
  [{ running_in_region: null }, undefined],
  [{}, undefined],
])("reads the region of the database %j: %j", (info, region) => {
  expect(parseDatabaseRegion(JSON.stringify(info))).toBe(region);
});

const readSettings = (config: string, env: string) =>
  readConfig({ config, env }, { hideWarnings: true }) as {
    name: string;
    placement: unknown;
    kv_namespaces: unknown;
  };

test.each([
  [PLATFORM_CONFIG, ["", "staging"]],
  [ADAPTERS_CONFIG, ["", "boards"]],
])("places the Worker of %s in every environment", async (config, envs) => {
  let copy = "";
  for (const region of REGIONS) {
    await withCopy(
      config,
      (toml) => addPlacement(toml, region),
      (placed) => {
        copy = placed;
        for (const env of envs) {
          const cloud = expect.stringMatching(/^(aws|gcp):[a-z]+-[a-z]+-?\d$/) as string;
          expect(readSettings(placed, env).placement).toEqual({ region: cloud });
          expect(readSettings(placed, env).name).toBe(readSettings(config, env).name);
        }
        return Promise.resolve();
      },
    );
  }
  expect(existsSync(copy)).toBe(false);
});

test.each(["", "staging", "external", "boards"])("binds a KV namespace in %j", (env) =>
  withCopy(
    "wrangler.toml",
    (toml) => addNamespace(toml, "an-id"),
    (config) => {
      const namespaces = readSettings(config, env).kv_namespaces;
      expect(namespaces).toMatchObject([{ binding: "PAGES", id: "an-id" }]);
      return Promise.resolve();
    },
  ),
);

test("deletes the copy after a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-placement-"));
  const config = join(folder, "wrangler.toml");
  await writeFile(config, 'name = "w"\n');
  const copies: string[] = [];
  const failing = withCopy(
    config,
    (toml) => toml,
    (placed) => {
      copies.push(basename(placed));
      return Promise.reject(new Error("no"));
    },
  );
  await expect(failing).rejects.toThrow("no");
  expect(existsSync(join(folder, copies[0] ?? "wrangler.toml"))).toBe(false);
  await rm(folder, { recursive: true });
});
