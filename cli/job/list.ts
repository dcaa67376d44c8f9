import { count, print, siteVerb, type SiteOptions } from "../lib/command";
import { withPlatform } from "../lib/platform";
import { readJobs } from "./jobs";

export const list = siteVerb("list", "List a company's jobs, the newest first")
  .argument("<company>", "code or uuid")
  .action(async (which: string, { json, ...target }: SiteOptions) =>
    withPlatform(target, async (platform) => {
      const { company, jobs, applications } = await readJobs(platform, which);
      const rows = jobs.map((job) => ({ ...job, applications: applications[job.uuid] ?? 0 }));
      const lines = rows.map(({ status, slug, name, location, identifier, applications }) => {
        const facts = [name, location, identifier, count(applications, "application")];
        return `  ${status.padEnd(6)}  ${slug}  (${facts.filter(Boolean).join(", ")})`;
      });
      const none = `${company.name} has no jobs. Add one: npx puerta job new ${company.code}`;
      print(json, rows, lines.length > 0 ? lines : [none]);
    }),
  );
