import { Stop } from "../../scripts/local.mjs";
import { addWhere, command, type Where } from "../lib/command";
import { companyNamed, withPlatform } from "../lib/platform";
import { jobAddress, jobsOf, saveJobs } from "./jobs";

export const create = addWhere(command("new", "Write a new job in an editor, and publish it"))
  .argument("<company>", "code or uuid")
  .option("--file <file>", "read the job from a file instead; - is stdin")
  .action(async (which: string, { file, ...where }: Where & { file?: string }) =>
    withPlatform(where, async (platform) => {
      const { writtenJob } = await import("./text");
      const company = await companyNamed(platform, which);
      const job = await writtenJob(file, company);
      const { jobs } = await jobsOf(platform, company);
      if (jobs.some(({ uuid }) => uuid === job.uuid)) {
        const hint = `npx puerta job edit ${company.code} ${job.uuid}`;
        throw new Stop(`The job ${job.uuid} exists. Change it: ${hint}`);
      }
      await saveJobs(platform, company, { jobs: [job] });
      console.log(`${job.name} is ${job.status}:\n${jobAddress(platform.site, company, job)}`);
    }),
  );
