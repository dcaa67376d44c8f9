// `npm run deploy`: builds, and deploys the site, with the embedded platform unless an
// environment without it is named (`npm run deploy -- --env external`).
import { unstable_readConfig as readConfig } from "wrangler";
import { z } from "zod";
import { misused, runCommand } from "../../scripts/arguments.mjs";
import { buildSite } from "../../scripts/build.mjs";
import { companiesAt } from "../company/database.mjs";
import { unpublished } from "../company/unpublished.mjs";
import { advice, missing } from "./missing.mjs";
import {
  databaseFiles,
  ensureLocalSecrets,
  PLATFORM_CONFIG,
  STATE,
  Stop,
  wrangler,
} from "../../scripts/local.mjs";
import { migrate } from "../../scripts/seed.mjs";
import { startSiteServer } from "../../scripts/site-server.mjs";
import { configurationFault } from "../../scripts/start.mjs";

const SITE_CONFIG = "wrangler.toml";

/** The environments of wrangler.toml, and whether the embedded platform is deployed with the site. */
const ENVIRONMENTS = new Map([
  ["staging", { hasPlatform: true }],
  ["external", { hasPlatform: false }],
  ["boards", { hasPlatform: false }],
]);

const USAGE = `npm run deploy                      the site, with the embedded platform and its migrations
npm run deploy -- --env staging     the same once more, to try changes on, with data of its own
npm run deploy -- --env external    the site alone, in front of a platform of your own (PLATFORM_URL)
npm run deploy -- --env boards      the site alone, in front of the boards of adapters/
  --dry-run    builds and checks all of it, and deploys nothing
Before anything is deployed it says what is missing. docs/deploy.md has the steps.`;

/** @typedef {{ env: string | undefined, hasPlatform: boolean, isDry: boolean }} Deployment */

/**
 * Refuses to go on while something is missing, and names all of it.
 *
 * @param {Deployment} deployment
 * @throws {Stop}
 */
async function refuseWhatIsMissing({ env, hasPlatform, isDry }) {
  const { platformKey } = await ensureLocalSecrets();
  const { vars } = readConfig({ config: SITE_CONFIG, env: env ?? "" }, { hideWarnings: true });
  const { d1_databases: databases } = /** @type {{ d1_databases: { database_id?: string }[] }} */ (
    readConfig(
      { config: PLATFORM_CONFIG, env: (hasPlatform ? env : undefined) ?? "" },
      { hideWarnings: true },
    )
  );
  const secrets = isDry
    ? undefined
    : {
        site: await secretsOf(SITE_CONFIG, env),
        platform: hasPlatform ? await secretsOf(PLATFORM_CONFIG, env) : undefined,
      };
  const given = {
    env,
    hasPlatform,
    vars,
    databaseId: databases[0]?.database_id,
    platformKey,
    secrets,
  };
  for (const line of advice(given)) console.log(`Consider: ${line}`);
  const lines = missing(given);
  if (lines.length === 0) return;
  const list = lines.map((line) => `  - ${line}`).join("\n");
  throw new Stop(`Not deployed. What is missing:\n${list}\ndocs/deploy.md has the steps.`);
}

/**
 * The names of a deployed Worker's secrets; none where it is not there, or not to be seen.
 *
 * @param {string} config @param {string | undefined} env
 */
async function secretsOf(config, env = "") {
  try {
    const printed = await wrangler(["secret", "list", "-c", config, "--env", env]);
    const List = z.array(z.object({ name: z.string() }));
    return List.parse(JSON.parse(printed)).map(({ name }) => name);
  } catch {
    return [];
  }
}

/**
 * Runs the built Worker on this machine before it is deployed, so that it checks its variables.
 *
 * @param {Deployment} deployment
 * @throws {Stop} that names what is wrong
 */
async function refuseWrongConfiguration({ env, hasPlatform }) {
  const server = await startSiteServer({
    embedded: hasPlatform,
    persistTo: STATE,
    args: ["--env", env ?? ""],
  });
  try {
    const fault = await configurationFault(server);
    if (fault !== undefined) throw new Stop(fault);
  } finally {
    await server.stop();
  }
}

/**
 * Names the blanks in the privacy policies of the platform's companies: those here for a dry run.
 *
 * @param {Deployment} deployment
 */
async function nameBlanks({ env, isDry }) {
  const where = { persistTo: STATE, remote: !isDry, env };
  if (isDry) {
    if ((await databaseFiles(STATE)).length === 0) return;
    await migrate(where);
  }
  for (const company of await companiesAt(where)) {
    for (const line of unpublished({ ...company, policy: company.unpublishedPolicy })) {
      console.log(line);
    }
  }
}

/** A dry run asks nobody. */
const hasUnseen = ", but for the secrets, which are looked for when it is no dry run";

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    env: { type: "string" },
    "dry-run": { type: "boolean", default: false },
  }),
};

await runCommand(import.meta.url, COMMAND, async ({ values: { env, "dry-run": isDry } }) => {
  const { hasPlatform } = (env === undefined ? { hasPlatform: true } : ENVIRONMENTS.get(env)) ?? {};
  if (hasPlatform === undefined) throw misused(`There is no environment ${env}.`, USAGE);
  const deployment = { env, hasPlatform, isDry };
  await refuseWhatIsMissing(deployment);
  await buildSite();
  await refuseWrongConfiguration(deployment);
  const ofEnv = ["--env", env ?? "", ...(isDry ? ["--dry-run"] : [])];
  if (hasPlatform) {
    // The platform that is about to run reads what they make; the one that runs leaves it alone.
    if (!isDry) await migrate({ persistTo: STATE, remote: true, env });
    await wrangler(["deploy", "-c", PLATFORM_CONFIG, ...ofEnv], { capture: false });
  }
  await wrangler(["deploy", "-c", SITE_CONFIG, ...ofEnv], { capture: false });
  if (hasPlatform) await nameBlanks(deployment);
  if (isDry) {
    console.log(`\nNothing is missing${hasUnseen}. Nothing was deployed.`);
  }
});
