import { addWhere, command, type Where } from "../lib/command";
import { withPlatform } from "../lib/platform";
import { findJob, readJobs } from "./jobs";

const verb = (name: string, description: string) =>
  addWhere(command(name, description))
    .argument("<company>", "code or uuid")
    .option("--file <file>", "read the job from a file instead (- for stdin)");

type Options = Where & { file?: string };

const write = (which: string, name: string | undefined, { file, ...where }: Options) =>
  withPlatform(where, async (platform) => {
    const { writeJob } = await import("./editor");
    const { company, jobs } = await readJobs(platform, which);
    const before = name === undefined ? undefined : findJob(jobs, name, company.code);
    await writeJob(file, platform, company, before);
  });

export const create = verb("new", "Write a new job in an editor and publish it").action(
  (which: string, options: Options) => write(which, undefined, options),
);

export const edit = verb("edit", "Change a job in an editor")
  .argument("<job>", "slug, uuid or reference")
  .action(write);
