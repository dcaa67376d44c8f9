import { Option } from "commander";
import { Stop } from "../../scripts/local";
import { count, print, siteVerb, type SiteOptions } from "../lib/command";
import { companyNamed } from "../lib/platform";
import { arrivedOn, NO_ADMIN, withSources } from "./find";
import { operatorSite } from "../lib/operator";
import { arrivedLines, entryLines } from "./words";

interface Options extends SiteOptions {
  company?: string;
  waiting?: boolean;
  received?: boolean;
}

export const list = siteVerb("list", "List applications: undelivered and arrived")
  .option("--company <company>", "only those to this company, by its code or uuid")
  .addOption(new Option("--waiting", "only those not delivered yet").conflicts("received"))
  .option("--received", "only those that arrived on the embedded platform")
  .action(async ({ company: which, waiting, received, json, ...where }: Options) => {
    if (waiting) await operatorSite(where);
    await withSources(where, async ({ operator, platform, notes }) => {
      if (which && !platform && which.length < 36) throw new Stop("Give the company's uuid.");
      const company = which && platform ? (await companyNamed(platform, which)).uuid : which;
      const listed = received ? undefined : await operator?.list();
      const undelivered = listed?.applications.filter(
        ({ clientUuid }) => company === undefined || clientUuid === company,
      );
      const query = company === undefined ? {} : { company };
      const arrived = waiting ? undefined : await arrivedOn(platform, query);
      const lines = waiting || received ? [] : [...notes];
      if (undelivered && undelivered.length > 0) {
        lines.push(`Not delivered yet: ${undelivered.length}`, ...undelivered.flatMap(entryLines));
      } else if (listed?.missing.length === 0) lines.push("Every application has been delivered.");
      if (platform && !waiting && !arrived) lines.push(NO_ADMIN);
      if (arrived) lines.push(`${count(arrived.length, "application")} arrived.`);
      lines.push(...(arrived ?? []).flatMap(arrivedLines));
      const missing = listed?.missing ?? [];
      print(json, { undelivered, missing, arrived }, lines);
      if (missing.length > 0) console.error(`${missing.join(", ")} did not answer. Try again.`);
    });
  });
