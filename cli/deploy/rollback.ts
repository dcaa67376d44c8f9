import { Option } from "commander";
import { PLATFORM_CONFIG, wrangler } from "~/scripts/local";
import { Stop } from "~/scripts/stop";
import { command } from "../lib/command";
import { confirm, isTerminal } from "../lib/prompt";
import { describeWayBack } from "./way-back";

export const rollback = command("rollback", "Return to an earlier version of the site")
  .argument("[version]", "its id (default: the previous version)")
  .option("--platform", "roll back the embedded platform, after the site")
  .addOption(new Option("--env <name>", "a deployed environment, such as staging"))
  .option("--yes", "do not ask for confirmation")
  .action(
    async (
      version: string | undefined,
      { platform, env = "", yes }: { platform?: boolean; env?: string; yes?: boolean },
    ) => {
      const hasPlatform = env === "" || env === "staging";
      console.log("Stored data is not rolled back:");
      for (const line of describeWayBack(hasPlatform)) console.log(`  - ${line}.`);
      const what = `return to ${version ?? "the previous version"}`;
      if (!yes && !isTerminal()) throw new Stop(`This would ${what}. To do it, add --yes.`);
      await confirm(what, yes);
      const config = platform ? PLATFORM_CONFIG : "wrangler.toml";
      const which = version === undefined ? [] : [version];
      await wrangler(["rollback", ...which, "-c", config, "--env", env, "--yes"], {
        capture: false,
      });
    },
  );
