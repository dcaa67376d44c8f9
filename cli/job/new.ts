import { addWhere, command, type Where } from "../lib/command";
import { companyNamed, withPlatform } from "../lib/platform";
import { jobAddress, saveJobs } from "./jobs";

export const create = addWhere(command("new", "Write a new job in an editor, and publish it"))
  .argument("<company>", "code or uuid")
  .option("--file <file>", "read the job from a file instead; - is stdin")
  .action(async (which: string, { file, ...where }: Where & { file?: string }) =>
    withPlatform(where, async (platform) => {
      const { writeJob } = await import("./text");
      const company = await companyNamed(platform, which);
      await writeJob(file, company, undefined, async (job) => {
        await saveJobs(platform, company, { jobs: [job] });
        console.log(`${job.name} is ${job.status}:\n${jobAddress(platform.site, company, job)}`);
      });
    }),
  );
