import { addWhere, command, type Where } from "../lib/command";
import { companyNamed, withPlatform } from "../lib/platform";

export const remove = addWhere(
  command("remove", "Stop notifying a company, also of what still waits"),
)
  .argument("<company>", "its code or uuid")
  .action(async (which: string, where: Where) =>
    withPlatform(where, async (platform) => {
      const { uuid, name } = await companyNamed(platform, which);
      await platform.call("DELETE", `/companies/${uuid}/channels`);
      console.log(`${name} is no longer notified.`);
    }),
  );
