import { Option } from "commander";
import { NewChannel } from "~/contract/admin-access";
import { Stop } from "~/scripts/stop";
import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { findCompany, withPlatform } from "../lib/platform";

interface Options extends TargetOptions {
  webhook?: string;
  email?: string[];
  hourly?: boolean;
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?![^:/?#])/i;

export const add = addTargetOptions(command("add", "Set a company's webhook or email addresses"))
  .argument("<company>", "its code or uuid")
  .addOption(new Option("--webhook <url>", "call this URL").conflicts("email"))
  .option("--email <address...>", "send emails to these addresses")
  .option("--hourly", "one message per hour instead of one per application")
  .action(async (which: string, { webhook, email, hourly = false, ...target }: Options) => {
    const addresses = webhook === undefined ? email : [webhook];
    if (!addresses) throw new Stop("Add --webhook URL or --email ADDRESS.");
    await withPlatform(target, async (platform) => {
      if (LOOPBACK.test(webhook ?? "") && !LOOPBACK.test(platform.site)) {
        throw new Stop(`A deployed platform cannot reach ${webhook} on this machine.`);
      }
      const { uuid, name, code } = await findCompany(platform, which);
      const path = `/companies/${uuid}/channels/${webhook === undefined ? "email" : "webhook"}`;
      const { secret, cannot_send } = await platform.read(NewChannel, "PUT", path, {
        addresses,
        hourly,
      });
      console.log(
        `${name} is notified ${hourly ? "once an hour" : "of each application at once"}.`,
      );
      if (cannot_send) {
        console.log(
          "No email is sent yet: mail is not set up on this platform (docs/notifications.md).",
        );
      }
      if (secret !== undefined) {
        console.log(`Secret, shown only once (replaces any earlier secret):\n\n  ${secret}\n`);
      }
      console.log(`Try it: npx puerta notify test ${code}`);
    });
  });
