import { Option } from "commander";
import { foldText } from "~/contract/fold-text";
import { Stop } from "~/scripts/stop";
import { count, print, siteVerb, type SiteOptions } from "../lib/command";
import { findCompany } from "../lib/platform";
import { listArrived, NO_ADMIN, withSources } from "./find";
import { operatorSite } from "../lib/operator";
import { formatArrived, formatEntry } from "./format";

interface Options extends SiteOptions {
  company?: string;
  waiting?: boolean;
  received?: boolean;
}

export const list = siteVerb("list", "List applications, undelivered and delivered")
  .option("--company <company>", "only applications to this company (code or uuid)")
  .addOption(new Option("--waiting", "only undelivered applications").conflicts("received"))
  .option("--received", "only applications on the embedded platform")
  .action(async ({ company: which, waiting, received, json, ...target }: Options) => {
    if (waiting) await operatorSite(target);
    await withSources(target, async ({ operator, platform, notes }) => {
      const typed = which && foldText(which);
      if (typed && !platform && typed.length < 36) throw new Stop("Use the company's uuid.");
      const company = which && platform ? (await findCompany(platform, which)).uuid : typed;
      const listed = received ? undefined : await operator?.list();
      const undelivered = listed?.applications.filter(
        ({ clientUuid }) => company === undefined || foldText(clientUuid) === foldText(company),
      );
      const query = company === undefined ? {} : { company };
      const arrived = waiting ? undefined : await listArrived(platform, query);
      const lines = waiting || received ? [] : [...notes];
      if (undelivered && undelivered.length > 0) {
        lines.push(`Not delivered yet: ${undelivered.length}`, ...undelivered.flatMap(formatEntry));
      } else if (listed?.missing.length === 0) {
        lines.push(`Every application${company ? " to this company" : ""} has been delivered.`);
      }
      if (platform && !waiting && !arrived) lines.push(NO_ADMIN);
      if (arrived) lines.push(`${count(arrived.length, "application")} on the platform.`);
      lines.push(...(arrived ?? []).flatMap(formatArrived));
      const missing = listed?.missing ?? [];
      print(json, { undelivered, missing, arrived }, lines);
      if (missing.length > 0) console.error(`${missing.join(", ")} did not answer. Try again.`);
    });
  });
