import { Stop } from "~/scripts/stop";
import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { NotFound, withPlatform } from "../lib/platform";

export const revoke = addTargetOptions(
  command("revoke", "Revoke a sign-in code and its sessions, or an email address"),
)
  .argument("<who>", "the sign-in code's id, or the email address")
  .action(async (who: string, target: TargetOptions) =>
    withPlatform(target, async (platform) => {
      const path = `/desk/${encodeURIComponent(who)}`;
      await platform.call("DELETE", path).catch((error: unknown) => {
        const text = `There is no sign-in code or address ${who}. List them: npx puerta desk list`;
        throw error instanceof NotFound ? new Stop(text) : error;
      });
      console.log(`${who} can no longer sign in.`);
    }),
  );
