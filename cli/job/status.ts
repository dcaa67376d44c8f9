import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { withPlatform } from "../lib/platform";
import { findJob, readJobs, saveJobs } from "./jobs";

const setStatus = (verb: string, description: string, status: "open" | "closed") =>
  addTargetOptions(command(verb, description))
    .argument("<company>", "code or uuid")
    .argument("<jobs...>", "slugs, uuids or references")
    .action(async (companyName: string, names: string[], target: TargetOptions) =>
      withPlatform(target, async (platform) => {
        const { company, jobs } = await readJobs(platform, companyName);
        const selected = names.map((name) => findJob(jobs, name, company.code));
        const ids = selected.map(({ uuid }) => uuid);
        await saveJobs(platform, company, status === "open" ? { open: ids } : { close: ids });
        for (const { name, status: before } of selected) {
          console.log(`${name} is ${before === status ? "already" : "now"} ${status}.`);
        }
      }),
    );

export const close = setStatus("close", "Close jobs to applications", "closed");
export const reopen = setStatus("reopen", "Reopen closed jobs for applications", "open");
