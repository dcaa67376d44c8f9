import { InvalidArgumentError } from "commander";
import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { withPlatform } from "../lib/platform";
import { findJob, readJobs } from "./jobs";
import type { JobAnswers } from "./wizard";

const verb = (name: string, description: string) =>
  addTargetOptions(command(name, description))
    .argument("<company>", "code or uuid")
    .option("--file <file>", "read the job from a file instead (- for stdin)");

type Options = TargetOptions & { file?: string };

function parseYesNo(text: string): boolean {
  if (/^(?:yes|no)$/i.test(text)) return /^yes$/i.test(text);
  throw new InvalidArgumentError("Write yes or no.");
}

const write = (which: string, name: string | undefined, { file, ...target }: Options) =>
  withPlatform(target, async (platform) => {
    const { writeJob } = await import("./editor");
    const { company, jobs } = await readJobs(platform, which);
    const before = name === undefined ? undefined : findJob(jobs, name, company.code);
    await writeJob(file, platform, company, before);
  });

export const create = verb("new", "Publish a new job, from your answers, a file or an editor")
  .option("--editor", "write the job with all its facts in your editor")
  .option("--title <title>", "its title")
  .option("--location <place>", "its place")
  .option("--contract <text>", "its contract, such as Permanent, full time")
  .option("--description <text>", "a text, or the name of a Markdown file")
  .option("--email <yes|no>", "whether to ask for an email address", parseYesNo)
  .option("--question <text...>", 'questions, such as "May you work here? | Yes | No"')
  .addHelpText(
    "after",
    "\nPrompts for all missing facts if the title, place or description is missing.",
  )
  .action(async (which: string, options: Options & JobAnswers & { editor?: boolean }) => {
    if (options.file !== undefined || options.editor) return write(which, undefined, options);
    return withPlatform(options, async (platform) => {
      const { askJob } = await import("./wizard");
      const { publishJob } = await import("./publish");
      const { company, jobs } = await readJobs(platform, which);
      const askEmail = jobs.filter(({ fields = [] }) => fields.some(({ id }) => id === "email"));
      const hasEmail = jobs.length === 0 || askEmail.length > 0;
      const facts = await askJob(options, hasEmail);
      const at = () => ({ line: 0 });
      await publishJob({ facts, at }, "", platform, company);
    });
  });

export const edit = verb("edit", "Change a job in an editor")
  .argument("<job>", "slug, uuid or reference")
  .action(write);
