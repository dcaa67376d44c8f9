import * as z from "zod";
import { Channels, EmailReport, EmailTestResult } from "~/contract/admin-access";
import { Stop } from "~/scripts/stop";
import { print, siteVerb, type SiteOptions, type TargetOptions } from "../lib/command";
import { callSite, operatorSite } from "../lib/operator";
import { findCompany, withPlatform } from "../lib/platform";

interface TestOptions extends SiteOptions {
  to?: string;
  operator?: boolean;
}

export const test = siteVerb("test", "Send an empty notification, and try the email settings")
  .argument("[company]", "its code or uuid")
  .option("--to <address>", "also send a sample of the confirmation that candidates get")
  .option(
    "--operator",
    "test the messages about incidents instead (OPERATOR_WEBHOOK, OPERATOR_EMAIL)",
  )
  .action(async (which: string | undefined, options: TestOptions) => {
    const { json, operator, to, ...target } = options;
    if (operator) return testOperator(target, json);
    if (which === undefined) throw new Stop("Name a company, or add --operator.");
    return withPlatform(target, async (platform) => {
      const { uuid, name, code } = await findCompany(platform, which);
      const at = `/companies/${uuid}`;
      const { channels } = await platform.read(Channels, "POST", `${at}/channels/test`);
      const { problem } = await platform.read(EmailTestResult, "POST", `${at}/email/test`, { to });
      const { via, from, site } = await platform.read(EmailReport, "GET", "/email");
      if (channels.length === 0 && via === null) {
        throw new Stop(
          `${name} is not notified yet: npx puerta notify add ${code} --help. No emails are sent, because EMAIL_URL is not set (docs/notifications.md).`,
        );
      }
      const email = problem ?? (to === undefined ? "ready" : `sample sent to ${to}`);
      print(json, { channels, email: { via, from, problem } }, [
        ...channels.map(({ address, last_result }) => `${address}: ${last_result}`),
        ...(via === null ? [] : [`Emails (${[via, from].filter(Boolean).join(", ")}): ${email}`]),
        ...(via !== null && site === null
          ? ["Confirmations have no link to the receipt, because SITE_URL is not set."]
          : []),
      ]);
      const isDelivered = channels.every(({ last_result }) => last_result === "delivered");
      if (!isDelivered || (via !== null && problem !== null)) process.exitCode = 1;
    });
  });

const Results = z.object({
  results: z.array(z.object({ channel: z.string(), result: z.string() })),
});

async function testOperator(target: TargetOptions, json: boolean | undefined): Promise<void> {
  const response = await callSite(await operatorSite(target), "operator/alerts/test", "POST");
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
