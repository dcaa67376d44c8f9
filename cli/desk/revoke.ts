import { Stop } from "../../scripts/local";
import { addWhere, command, type Where } from "../lib/command";
import { NotThere, withPlatform } from "../lib/platform";

export const revoke = addWhere(
  command("revoke", "End a sign-in code with its sessions, or an e-mail address's access"),
)
  .argument("<who>", "the sign-in code's id, or the e-mail address")
  .action(async (who: string, where: Where) =>
    withPlatform(where, async (platform) => {
      const path = `/desk/${encodeURIComponent(who)}`;
      await platform.call("DELETE", path).catch((error: unknown) => {
        const text = `There is no sign-in code or address ${who}. See: npx puerta desk list`;
        throw error instanceof NotThere ? new Stop(text) : error;
      });
      console.log(`${who} can no longer sign in.`);
    }),
  );
