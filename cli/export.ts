import { Option } from "commander";
import { writeFile } from "node:fs/promises";
import { jobsOf } from "./job/jobs";
import { addWhere, command, count, type Where } from "./lib/command";
import { companyNamed, withPlatform } from "./lib/platform";

interface Options extends Where {
  company: string;
  format?: "csv" | "json";
  out?: string;
}

export const exportJobs = addWhere(command("export", "Write a company's jobs as CSV or JSON"))
  .requiredOption("--company <company>", "code or uuid")
  .addOption(new Option("--format <format>", "csv (default), or json").choices(["csv", "json"]))
  .option("--out <file>", "write to a file instead of stdout; its ending says the format")
  .action(async ({ company: which, format, out, ...where }: Options) =>
    withPlatform(where, async (platform) => {
      const { factsOf } = await import("./job/job");
      const { markHtml } = await import("./job/description");
      const company = await companyNamed(platform, which);
      const jobs = (await jobsOf(platform, company)).jobs.map((job) => ({
        ...factsOf(job),
        description: markHtml(job.description),
      }));
      const isJson = (format ?? out?.split(".").at(-1)?.toLowerCase()) === "json";
      const text = isJson
        ? `${JSON.stringify(jobs, null, 2)}\n`
        : (await import("./job/table")).writeTable(jobs);
      if (out === undefined) return void process.stdout.write(text);
      await writeFile(out, text);
      console.log(`${out}: ${count(jobs.length, "job")} of ${company.name}.`);
    }),
  );
