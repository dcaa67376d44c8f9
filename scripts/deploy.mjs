// `npm run deploy`: builds, and deploys the site, with the embedded platform unless an
// environment without it is named (`npm run deploy -- --env external`).
import { unstable_readConfig as readConfig } from "wrangler";
import { misused, runCommand } from "./arguments.mjs";
import { buildSite } from "./build.mjs";
import { advice, missing } from "./deploy/missing.mjs";
import { ensureLocalSecrets, PLATFORM_CONFIG, STATE, Stop, wrangler } from "./local.mjs";
import { freePort, startSiteServer } from "./site-server.mjs";
import { configurationFault } from "./start.mjs";

const SITE_CONFIG = "wrangler.toml";

const ENVIRONMENTS = ["external", "boards"];

const USAGE = `npm run deploy                      the site, with the embedded platform and its migrations
npm run deploy -- --env external    the site alone, in front of a platform of your own (PLATFORM_URL)
npm run deploy -- --env boards      the site alone, in front of the boards of adapters/
  --dry-run    builds and checks all of it, and deploys nothing
Before anything is deployed it says what is missing. docs/deployment.md has the steps.`;

/**
 * Refuses to go on while something is missing, and names all of it.
 *
 * @param {string | undefined} env
 * @throws {Stop}
 */
async function refuseWhatIsMissing(env) {
  const { platformKey } = await ensureLocalSecrets();
  const { vars } = readConfig({ config: SITE_CONFIG, env }, { hideWarnings: true });
  const { d1_databases: databases } = /** @type {{ d1_databases: { database_id?: string }[] }} */ (
    readConfig({ config: PLATFORM_CONFIG }, { hideWarnings: true })
  );
  const given = { env, vars, databaseId: databases[0]?.database_id, platformKey };
  for (const line of advice(given)) console.log(`Consider: ${line}`);
  const lines = missing(given);
  if (lines.length === 0) return;
  const list = lines.map((line) => `  - ${line}`).join("\n");
  throw new Stop(`Not deployed. What is missing:\n${list}\ndocs/deployment.md has the steps.`);
}

/**
 * Runs the built Worker on this machine before it is deployed, so that it checks its variables.
 *
 * @param {string | undefined} env
 * @throws {Stop} that names what is wrong
 */
async function refuseWrongConfiguration(env) {
  const server = await startSiteServer({
    embedded: env === undefined,
    port: await freePort(),
    persistTo: STATE,
    args: env === undefined ? [] : ["--env", env],
  });
  const fault = await configurationFault(server).finally(() => server.stop());
  if (fault !== undefined) throw new Stop(fault);
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    env: { type: "string" },
    "dry-run": { type: "boolean", default: false },
  }),
};

await runCommand(import.meta.url, COMMAND, async ({ values: { env, "dry-run": isDry } }) => {
  if (env !== undefined && !ENVIRONMENTS.includes(env)) {
    throw misused(`There is no environment ${env}.`, USAGE);
  }
  await refuseWhatIsMissing(env);
  const dryRun = isDry ? ["--dry-run"] : [];
  await buildSite();
  await refuseWrongConfiguration(env);
  if (env === undefined) {
    const database = ["d1", "migrations", "apply", "DB", "--remote", "-c", PLATFORM_CONFIG];
    // The platform that is about to run reads what they make; the one that runs leaves it alone.
    if (!isDry) await wrangler(database, { capture: false });
    await wrangler(["deploy", "-c", PLATFORM_CONFIG, ...dryRun], { capture: false });
  }
  await wrangler(["deploy", "-c", SITE_CONFIG, "--env", env ?? "", ...dryRun], { capture: false });
  if (isDry) console.log("\nNothing is missing. Nothing was deployed.");
});
