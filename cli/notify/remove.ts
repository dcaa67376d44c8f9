import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { findCompany, withPlatform } from "../lib/platform";

export const remove = addTargetOptions(
  command("remove", "Stop notifying a company, and discard pending messages"),
)
  .argument("<company>", "its code or uuid")
  .action(async (which: string, target: TargetOptions) =>
    withPlatform(target, async (platform) => {
      const { uuid, name } = await findCompany(platform, which);
      await platform.call("DELETE", `/companies/${uuid}/channels`);
      console.log(`${name} is no longer notified.`);
    }),
  );
