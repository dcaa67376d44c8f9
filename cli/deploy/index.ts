import { Option } from "commander";
import { Stop } from "~/scripts/stop";
import { command } from "../lib/command";

/** Whether each environment in wrangler.toml includes the embedded platform. */
const HAS_PLATFORM: Record<string, boolean> = { staging: true, external: false, boards: false };

const ENV = `staging: a copy for trying out changes; external: the site in front of your platform
(PLATFORM_URL); boards: the site in front of job boards`;

export const deploy = command("deploy", "Build the site and deploy it with the embedded platform")
  .addOption(new Option("--env <name>", ENV).choices(Object.keys(HAS_PLATFORM)))
  .option("--dry-run", "build and check, but deploy nothing")
  .action(async ({ env, dryRun = false }: { env?: string; dryRun?: boolean }) => {
    const steps = await import("./steps");
    const hasPlatform = env === undefined || HAS_PLATFORM[env] === true;
    const deployment = { env, hasPlatform, dryRun };
    const list = (await steps.checkConfiguration(deployment))
      .map((line) => `  - ${line}`)
      .join("\n");
    if (list !== "") {
      throw new Stop(`Not deployed. These are missing:\n${list}\ndocs/deploy.md has the steps.`);
    }
    await steps.buildAndCheck(deployment);
    await steps.deployWorkers(deployment);
    const outcome = dryRun
      ? "Ready to deploy. Nothing was deployed."
      : "Deployed. Check it: npx puerta check --url https://…";
    console.log([...(await steps.unpublishedPolicies(deployment)), "", outcome].join("\n"));
  });
