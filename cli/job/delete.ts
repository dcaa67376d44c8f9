import { addTargetOptions, command, count, type TargetOptions } from "../lib/command";
import { withPlatform } from "../lib/platform";
import { confirm } from "../lib/prompt";
import { findJob, readJobs } from "./jobs";

export const remove = addTargetOptions(command("delete", "Delete a job and its applications"))
  .argument("<company>", "code or uuid")
  .argument("<job>", "slug, uuid or reference")
  .option("--yes", "do not ask for confirmation")
  .action(
    async (which: string, name: string, { yes, ...target }: TargetOptions & { yes?: boolean }) =>
      withPlatform(target, async (platform) => {
        const { company, jobs, applications } = await readJobs(platform, which);
        const job = findJob(jobs, name, company.code);
        const going = `${job.name} and its ${count(applications[job.uuid] ?? 0, "application")}`;
        await confirm(`delete ${going}${platform.where}`, yes);
        await platform.call("DELETE", `/companies/${company.uuid}/jobs/${job.uuid}`);
        console.log(`Deleted ${going}.`);
      }),
  );
