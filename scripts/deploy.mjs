// `npm run deploy`: builds, and deploys the site, with the embedded platform unless an
// environment without it is named (`npm run deploy -- --env external`).
import { parseArgs } from "node:util";
import { buildSite } from "./build.mjs";
import { PLATFORM_CONFIG, runIfMain, wrangler } from "./local.mjs";

await runIfMain(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { env: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const dryRun = values["dry-run"] ? ["--dry-run"] : [];
  await buildSite();
  if (values.env === undefined) {
    await wrangler(["deploy", "-c", PLATFORM_CONFIG, ...dryRun], { capture: false });
  }
  const env = ["--env", values.env ?? ""];
  await wrangler(["deploy", "-c", "wrangler.toml", ...env, ...dryRun], { capture: false });
});
