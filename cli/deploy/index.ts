import { Option } from "commander";
import { Stop } from "../../scripts/local";
import { command } from "../lib/command";

/** Whether the embedded platform is deployed with the site, by the environments of wrangler.toml. */
const HAS_PLATFORM: Record<string, boolean> = { staging: true, external: false, boards: false };

const ENV = `staging: the same once more, to try changes on; external: in front of your platform
(PLATFORM_URL); boards: in front of other systems' boards`;

export const deploy = command("deploy", "Build the site and deploy it with the embedded platform")
  .addOption(new Option("--env <name>", ENV).choices(Object.keys(HAS_PLATFORM)))
  .option("--dry-run", "build and check everything, and deploy nothing")
  .action(async ({ env, dryRun = false }: { env?: string; dryRun?: boolean }) => {
    const steps = await import("./steps");
    const hasPlatform = env === undefined || HAS_PLATFORM[env] === true;
    const deployment = { env, hasPlatform, dryRun };
    const list = (await steps.missingFor(deployment)).map((line) => `  - ${line}`).join("\n");
    if (list !== "") {
      throw new Stop(`Not deployed. What is missing:\n${list}\ndocs/deploy.md has the steps.`);
    }
    await steps.buildAndCheck(deployment);
    await steps.deployWorkers(deployment);
    const outcome = dryRun
      ? "Nothing is missing, except perhaps secrets, which a dry run cannot see. Nothing was deployed."
      : "Deployed. Prove it: npx puerta check --url https://…";
    console.log([...(await steps.unpublishedPolicies(deployment)), "", outcome].join("\n"));
  });
