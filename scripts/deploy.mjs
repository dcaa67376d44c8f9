// `npm run deploy`: builds, and deploys the site, with the embedded platform unless an
// environment without it is named (`npm run deploy -- --env external`).
import { parseArgs } from "node:util";
import { keyFault } from "./api-key.mjs";
import { buildSite } from "./build.mjs";
import { ensureLocalSecrets, PLATFORM_CONFIG, runIfMain, STATE, Stop, wrangler } from "./local.mjs";
import { freePort, startSiteServer } from "./site-server.mjs";
import { configurationFault } from "./start.mjs";

/**
 * Runs the built Worker on this machine before it is deployed, so that it checks its variables.
 *
 * @param {string | undefined} env
 * @throws {Stop} that names what is wrong
 */
async function refuseWrongConfiguration(env) {
  const { platformKey } = await ensureLocalSecrets();
  const weak = env === undefined ? keyFault(platformKey) : undefined;
  if (weak !== undefined) throw new Stop(weak);
  const server = await startSiteServer({
    embedded: env === undefined,
    port: await freePort(),
    persistTo: STATE,
    args: env === undefined ? [] : ["--env", env],
  });
  const fault = await configurationFault(server).finally(() => server.stop());
  if (fault !== undefined) throw new Stop(fault);
}

await runIfMain(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { env: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const dryRun = values["dry-run"] ? ["--dry-run"] : [];
  await buildSite();
  await refuseWrongConfiguration(values.env);
  if (values.env === undefined) {
    await wrangler(["deploy", "-c", PLATFORM_CONFIG, ...dryRun], { capture: false });
  }
  const env = ["--env", values.env ?? ""];
  await wrangler(["deploy", "-c", "wrangler.toml", ...env, ...dryRun], { capture: false });
});
