import { Option } from "commander";
import { Stop } from "../../scripts/local";
import { command } from "../lib/command";

/** Whether the embedded platform is deployed with the site, by the environments of wrangler.toml. */
const HAS_PLATFORM: Record<string, boolean> = { staging: true, external: false, boards: false };

export const deploy = command(
  "deploy",
  "Build the site and deploy it, with the embedded platform and its migrations",
)
  .addOption(
    new Option(
      "--env <name>",
      "staging: the same once more, to try changes on; external: in front of your platform " +
        "(PLATFORM_URL); boards: in front of other systems' boards",
    ).choices(Object.keys(HAS_PLATFORM)),
  )
  .option("--dry-run", "build and check everything, and deploy nothing")
  .action(async ({ env, dryRun = false }: { env?: string; dryRun?: boolean }) => {
    const steps = await import("./steps");
    const deployment = {
      env,
      hasPlatform: env === undefined || HAS_PLATFORM[env] === true,
      dryRun,
    };
    const lines = await steps.missingFor(deployment);
    if (lines.length > 0) {
      const list = lines.map((line) => `  - ${line}`).join("\n");
      throw new Stop(`Not deployed. What is missing:\n${list}\ndocs/deploy.md has the steps.`);
    }
    await steps.buildAndCheck(deployment);
    await steps.deployWorkers(deployment);
    const blanks = await steps.unpublishedPolicies(deployment);
    if (blanks.length > 0) console.log(blanks.join("\n"));
    console.log(
      dryRun
        ? "\nNothing is missing, except perhaps secrets, which a dry run cannot see. Nothing was deployed."
        : "\nDeployed. Prove it: npx puerta check --url https://…",
    );
  });
