import { Channels } from "../../contract/admin-access";
import { Stop } from "../../scripts/local";
import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findCompany, withPlatform } from "../lib/platform";

export const test = siteVerb("test", "Send an empty test notification now")
  .argument("<company>", "its code or uuid")
  .action(async (which: string, { json, ...where }: SiteOptions) =>
    withPlatform(where, async (platform) => {
      const { uuid, name, code } = await findCompany(platform, which);
      const path = `/companies/${uuid}/channels/test`;
      const { channels } = await platform.read(Channels, "POST", path);
      if (channels.length === 0) {
        throw new Stop(`${name} is not notified yet: npx puerta notify add ${code} --help`);
      }
      const lines = channels.map(({ address, last_result }) => `${address}: ${last_result}`);
      print(json, channels, lines);
      if (channels.some(({ last_result }) => last_result !== "delivered")) process.exitCode = 1;
    }),
  );
