import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { REGIONS, type Region } from "~/app/config/region";

/**
 * A cloud provider's region for each Cloudflare region. Cloudflare runs a Worker with this placement in the data centre
 * nearest to the provider's region.
 */
const CLOUD_REGIONS: Record<Region, string> = {
  wnam: "aws:us-west-2",
  enam: "aws:us-east-1",
  weur: "aws:eu-west-3",
  eeur: "gcp:europe-central2",
  apac: "aws:ap-southeast-1",
  oc: "aws:ap-southeast-2",
};

const RegionName = z.string().toLowerCase().pipe(z.enum(REGIONS)).optional().catch(undefined);

const DatabaseInfo = z.object({ running_in_region: RegionName, created_in_region: RegionName });

/** Parses the region in the JSON from `wrangler d1 info`. Returns undefined if it has no known region. */
export function parseDatabaseRegion(json: string): Region | undefined {
  const { running_in_region: running, created_in_region: created } = DatabaseInfo.parse(
    JSON.parse(json),
  );
  return running ?? created;
}

/**
 * Chooses the region of a deployment.
 *
 * @param setting the site's `REGION` variable
 * @param database the database's region. Undefined if it is unknown, or if there is no database
 */
export function chooseRegion(
  setting: unknown,
  database: Region | undefined,
): { region: Region | undefined; advice?: string } {
  const set = RegionName.parse(setting);
  if (set === undefined || database === undefined || set === database) {
    return { region: set ?? database };
  }
  return {
    region: set,
    advice:
      `REGION is ${set}, but the database is in ${database}. Every SQL query travels this distance. Set REGION to ` +
      `${database}, or move the database.`,
  };
}

/** Adds a placement for all environments to a Worker's configuration. */
export const addPlacement = (toml: string, region: Region): string =>
  `${toml}\n[placement]\nregion = "${CLOUD_REGIONS[region]}"\n`;

/** Binds an existing KV namespace. */
export const addNamespace = (toml: string, id: string): string =>
  toml.replaceAll('binding = "PAGES"', `$&\nid = "${id}"`);

/**
 * Writes a changed copy of a Worker's configuration, and deletes the copy after `work`. The copy is in the same
 * folder, because paths in the configuration are relative.
 */
export async function withCopy(
  config: string,
  change: (toml: string) => string,
  work: (config: string) => Promise<unknown>,
): Promise<void> {
  const copy = join(dirname(config), ".wrangler-deploy.toml");
  await writeFile(copy, change(await readFile(config, "utf8")));
  try {
    await work(copy);
  } finally {
    await rm(copy, { force: true });
  }
}
