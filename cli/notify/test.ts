import { z } from "zod";
import { Channels } from "../../contract/admin-access";
import { Stop } from "../../scripts/local";
import { print, siteVerb, type SiteOptions, type Where } from "../lib/command";
import { callSite, operatorSite } from "../lib/operator";
import { findCompany, withPlatform } from "../lib/platform";

export const test = siteVerb("test", "Send an empty test notification now")
  .argument("[company]", "its code or uuid")
  .option(
    "--operator",
    "test the messages about incidents instead (OPERATOR_WEBHOOK, OPERATOR_EMAIL)",
  )
  .action(async (which: string | undefined, options: SiteOptions & { operator?: boolean }) => {
    const { json, operator, ...where } = options;
    if (operator) return testOperator(where, json);
    if (which === undefined) throw new Stop("Name a company, or add --operator.");
    return withPlatform(where, async (platform) => {
      const { uuid, name, code } = await findCompany(platform, which);
      const path = `/companies/${uuid}/channels/test`;
      const { channels } = await platform.read(Channels, "POST", path);
      if (channels.length === 0) {
        throw new Stop(`${name} is not notified yet: npx puerta notify add ${code} --help`);
      }
      const lines = channels.map(({ address, last_result }) => `${address}: ${last_result}`);
      print(json, channels, lines);
      if (channels.some(({ last_result }) => last_result !== "delivered")) process.exitCode = 1;
    });
  });

const Results = z.object({
  results: z.array(z.object({ channel: z.string(), result: z.string() })),
});

async function testOperator(where: Where, json: boolean | undefined): Promise<void> {
  const response = await callSite(await operatorSite(where), "operator/alerts/test", "POST");
  if (!response.ok) throw new Stop(`The site answered ${response.status}.`);
  const { results } = Results.parse(await response.json());
  if (results.length === 0) {
    throw new Stop("Set OPERATOR_WEBHOOK or OPERATOR_EMAIL (docs/operations.md).");
  }
  print(
    json,
    results,
    results.map(({ channel, result }) => `${channel}: ${result}`),
  );
  if (results.some(({ result }) => result !== "delivered")) process.exitCode = 1;
}
