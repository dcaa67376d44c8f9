import { addJson, addWhere, command, count, print, type Where } from "../lib/command";
import { companyNamed, withPlatform } from "../lib/platform";
import { jobsOf } from "./jobs";

export const list = addJson(addWhere(command("list", "List a company's jobs, the newest first")))
  .argument("<company>", "code or uuid")
  .action(async (which: string, { json, ...where }: Where & { json?: boolean }) =>
    withPlatform(where, async (platform) => {
      const company = await companyNamed(platform, which);
      const { jobs, applications } = await jobsOf(platform, company);
      const rows = jobs.map((job) => ({ ...job, applications: applications[job.uuid] ?? 0 }));
      const lines = rows.map(({ status, slug, name, location, identifier, applications }) => {
        const facts = [name, location, identifier, count(applications, "application")];
        return `  ${status.padEnd(6)}  ${slug}  (${facts.filter(Boolean).join(", ")})`;
      });
      const none = `${company.name} has no job. Add one: npx puerta job new ${company.code}`;
      print(json, rows, lines.length > 0 ? lines : [none]);
    }),
  );
