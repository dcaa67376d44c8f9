import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import * as z from "zod";
import { buildSite } from "~/scripts/build";
import { ADAPTERS_CONFIG, PLATFORM_CONFIG, wrangler } from "~/scripts/local";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { Stop } from "~/scripts/stop";
import { startSiteServer } from "~/scripts/site-server";
import { describeUnpublishedBlanks } from "../company/advice";
import { companies, withPlatform } from "../lib/platform";
import { configurationError } from "../start/run";
import {
  findDatabaseRegion,
  findDeployment,
  findNamespace,
  listMigrations,
  listSecrets,
} from "./account";
import { describeSecrets, findAdvice, findMissing } from "./missing";
import { addNamespace, addPlacement, chooseRegion, withCopy } from "./placement";
import { describeWayBack, migrationFiles } from "./way-back";

const SITE_CONFIG = "wrangler.toml";

export interface Deployment {
  env: string | undefined;
  hasPlatform: boolean;
  dryRun: boolean;
}

const Config = z.object({
  name: z.string().optional(),
  kv_namespaces: z.array(z.object({ id: z.string().optional() })),
  vars: z.record(z.string(), z.unknown()),
  d1_databases: z.array(z.object({ database_id: z.string().optional() })),
  placement: z.unknown(),
});

const readConfiguration = (config: string, env = "") =>
  Config.parse(readConfig({ config, env }, { hideWarnings: true }));

/** Prints advice. Returns a line for each missing setting, with its fix. */
export async function checkConfiguration({
  env,
  hasPlatform,
  dryRun,
}: Deployment): Promise<string[]> {
  const { platformKey } = await ensureLocalSecrets();
  const platform = readConfiguration(PLATFORM_CONFIG, hasPlatform ? env : "");
  const configuration = {
    env,
    hasPlatform,
    vars: readConfiguration(SITE_CONFIG, env).vars,
    databaseId: platform.d1_databases[0]?.database_id,
    platformKey,
    dryRun,
    secrets: {
      site: await listSecrets(SITE_CONFIG, env),
      platform: hasPlatform ? await listSecrets(PLATFORM_CONFIG, env) : undefined,
    },
  };
  console.log("Secrets:");
  for (const line of describeSecrets(configuration)) console.log(`  - ${line}.`);
  for (const line of findAdvice(configuration)) console.log(`Consider: ${line}`);
  return findMissing(configuration);
}

/**
 * Builds the site and starts it locally, which validates its variables.
 *
 * @throws Stop if a variable is invalid, or the site cannot be built or started
 */
export async function buildAndCheck({ env, hasPlatform }: Deployment): Promise<void> {
  await buildSite();
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-deploy-"));
  const server = await startSiteServer({
    embedded: hasPlatform,
    persistTo,
    args: ["--env", env ?? ""],
  });
  try {
    const problem = await configurationError(server);
    if (problem !== undefined) throw new Stop(problem);
  } finally {
    await server.stop();
    await rm(persistTo, { recursive: true, force: true });
  }
}

/** Returns the deployment's region: the variable `REGION`, or else the database's region. Prints advice. */
async function findRegion({ env, hasPlatform, dryRun }: Deployment) {
  const { REGION } = readConfiguration(SITE_CONFIG, env).vars;
  const database = hasPlatform && !dryRun ? await findDatabaseRegion(env) : undefined;
  const { region, advice } = chooseRegion(REGION, database);
  if (advice !== undefined) console.log(`Consider: ${advice}`);
  if (region === undefined && !dryRun) {
    console.log("Consider: REGION is not set, so nothing is placed near candidates and data.");
  }
  return region;
}

interface Step {
  name: string;
  /** Whether a dry run includes it. */
  isDry: boolean;
  run: () => Promise<unknown>;
}

/** Lists a deployment's steps in order. Each can be repeated. */
async function planSteps(deployment: Deployment): Promise<Step[]> {
  const { env, hasPlatform, dryRun } = deployment;
  const options = ["--env", env ?? "", ...(dryRun ? ["--dry-run"] : [])];
  const visible = { capture: false };
  const region = await findRegion(deployment);
  /** Deploys a Worker near its data. A placement in its configuration takes priority. */
  const deployPlaced = async (config: string, args: string[]) => {
    const deploy = (path: string) => wrangler(["deploy", "-c", path, ...args], visible);
    const isPlaced = readConfiguration(config, env).placement !== undefined;
    await (isPlaced || region === undefined
      ? deploy(config)
      : withCopy(config, (toml) => addPlacement(toml, region), deploy));
  };
  const replaces = async (config: string) => {
    const deployedAt = await findDeployment(config, env);
    if (deployedAt === undefined) return "";
    return deployedAt === null ? ", which is new" : `, in place of that of ${deployedAt}`;
  };
  const migrate = ["d1", "migrations", "apply", "DB", "-c", PLATFORM_CONFIG, "--remote"];
  const variables = region === undefined ? [] : ["--var", `REGION:${region}`];
  return [
    ...(hasPlatform
      ? [
          {
            name: describeMigrations(await listMigrations(env)),
            isDry: false,
            run: () => wrangler([...migrate, "--env", env ?? ""], visible),
          },
          {
            name: `deploy the embedded platform${await replaces(PLATFORM_CONFIG)}`,
            isDry: true,
            run: () => deployPlaced(PLATFORM_CONFIG, options),
          },
        ]
      : []),
    ...(env === "boards"
      ? [
          {
            name: "build and deploy the adapters",
            isDry: true,
            run: async () => {
              const { buildForDeployment } = await import("../boards/worker");
              await buildForDeployment();
              await deployPlaced(ADAPTERS_CONFIG, dryRun ? ["--dry-run"] : []);
            },
          },
        ]
      : []),
    {
      name: `deploy the site${await replaces(SITE_CONFIG)} (the first time, Cloudflare creates the KV namespace PAGES)`,
      isDry: true,
      run: () => deploySite(deployment, [...options, ...variables]),
    },
  ];
}

/** After a failed deployment, wrangler would try to create its KV namespace again. */
async function deploySite({ env, dryRun }: Deployment, args: string[]): Promise<void> {
  const deploy = (path: string) => wrangler(["deploy", "-c", path, ...args], { capture: false });
  const { name, kv_namespaces } = readConfiguration(SITE_CONFIG, env);
  const isNamed = dryRun || kv_namespaces.some((namespace) => namespace.id !== undefined);
  const id = isNamed ? undefined : await findNamespace(SITE_CONFIG, env, `${name}-pages`);
  if (id === undefined) await deploy(SITE_CONFIG);
  else await withCopy(SITE_CONFIG, (toml) => addNamespace(toml, id), deploy);
}

/** @param applied the database's migrations; undefined if unknown */
function describeMigrations(applied: string[] | undefined): string {
  const missing = migrationFiles().filter((file) => !applied?.includes(file));
  if (missing.length === 0) return "add no tables: the database has them all";
  const which = applied ? `tables of ${missing.join(", ")}` : "missing tables";
  return `add the database's ${which} (the running version ignores them)`;
}

const COST = `Cost: nothing on Cloudflare's free plan, within its limits, or $5 a month for Workers Paid, which
includes ten million requests (docs/deploy.md#plans-and-cost; docs/scale.md for a large site).`;

/**
 * Prints the plan, then deploys. In a dry run, wrangler prints each Worker's size and bindings.
 *
 * @throws Stop that lists the completed steps
 */
export async function deployWorkers(deployment: Deployment): Promise<void> {
  const { hasPlatform, dryRun } = deployment;
  const steps = await planSteps(deployment);
  console.log("\nThe plan:");
  for (const [index, { name }] of steps.entries()) console.log(`  ${index + 1}. ${name}`);
  console.log(`\n${COST}`);
  console.log("\nThe way back, with npx puerta rollback:");
  for (const line of describeWayBack(hasPlatform)) console.log(`  - ${line}.`);
  console.log("");
  for (const [index, { name, isDry, run }] of steps.entries()) {
    if (dryRun && !isDry) continue;
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      throw new Stop(`${error.message}\n${describeFailure(steps, index, name)}`);
    }
  }
}

function describeFailure(steps: readonly Step[], index: number, name: string): string {
  const done = steps.slice(0, index).map((step) => step.name);
  const before =
    done.length === 0 ? "Nothing was changed." : `These steps were done: ${done.join("; ")}.`;
  return `Step ${index + 1} failed: ${name}. ${before} The running site works as before. Correct the error, and run the command again: it repeats all steps.`;
}

/** Lists blanks in privacy policies, which block applications. A dry run reads the local companies. */
export async function unpublishedPolicies({ env, hasPlatform, dryRun }: Deployment) {
  if (!hasPlatform) return [];
  const target = dryRun ? {} : { remote: true, ...(env !== undefined && { env }) };
  try {
    return (await withPlatform(target, companies)).flatMap(describeUnpublishedBlanks);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return [`The policies of the deployed companies could not be read: ${error.message}`];
  }
}
