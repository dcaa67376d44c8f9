import { addWhere, command, type Where } from "../lib/command";
import { companyNamed, withPlatform } from "../lib/platform";
import { jobAddress, jobNamed, jobsOf, saveJobs } from "./jobs";

export const edit = addWhere(command("edit", "Change a job in an editor"))
  .argument("<company>", "code or uuid")
  .argument("<job>", "slug, uuid or reference")
  .option("--file <file>", "read the job from a file instead; - is stdin")
  .action(async (which: string, name: string, { file, ...where }: Where & { file?: string }) =>
    withPlatform(where, async (platform) => {
      const { isSameJob } = await import("./plan");
      const { writeJob } = await import("./text");
      const company = await companyNamed(platform, which);
      const before = jobNamed((await jobsOf(platform, company)).jobs, name, company.code);
      await writeJob(file, company, before, async (job) => {
        const isSame = isSameJob(before, job);
        if (!isSame) await saveJobs(platform, company, { jobs: [job] });
        const change = isSame ? "is unchanged" : "has changed";
        console.log(`${job.name} ${change}:\n${jobAddress(platform.site, company, job)}`);
      });
    }),
  );
