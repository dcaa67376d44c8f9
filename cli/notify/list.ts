import { Channels, type Channel } from "~/contract/admin-access";
import { minute, print, siteVerb, type SiteOptions } from "../lib/command";
import { withPlatform } from "../lib/platform";

export const list = siteVerb(
  "list",
  "List channels, with their last result and pending messages",
).action(async ({ json, ...target }: SiteOptions) =>
  withPlatform(target, async (platform) => {
    const { channels } = await platform.read(Channels, "GET", "/channels");
    const none = ["No company is notified yet. See npx puerta notify add --help"];
    print(json, channels, channels.length > 0 ? channels.flatMap(formatChannel) : none);
  }),
);

function formatChannel({ code, kind, address, digest, ...channel }: Channel): string[] {
  const { last_at, last_result, waiting, next } = channel;
  const last = last_at === null ? "Not used yet" : `${minute(last_at)}: ${last_result}`;
  const left = next === null ? "nothing pending" : `${waiting} pending, next at ${minute(next)}`;
  return [`${code}: ${kind} ${address}, ${digest}`, `  ${last}; ${left}.`];
}
