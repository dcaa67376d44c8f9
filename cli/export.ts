import { Option } from "commander";
import { writeFile } from "node:fs/promises";
import { Stop } from "../scripts/stop";
import { readJobs } from "./job/jobs";
import { addTargetOptions, command, count, type TargetOptions } from "./lib/command";
import { withPlatform } from "./lib/platform";

interface Options extends TargetOptions {
  company: string;
  format?: "csv" | "json";
  out?: string;
}

export const exportJobs = addTargetOptions(
  command("export", "Export a company's jobs as CSV or JSON"),
)
  .requiredOption("--company <company>", "code or uuid")
  .addOption(new Option("--format <format>", "csv (default) or json").choices(["csv", "json"]))
  .option("--out <file>", "write to a file instead of stdout; its extension sets the format")
  .action(async ({ company: which, format, out, ...target }: Options) =>
    withPlatform(target, async (platform) => {
      const { toFacts } = await import("./job/job");
      const { formatTable } = await import("./job/table");
      const { company, jobs } = await readJobs(platform, which);
      const rows = jobs.map(toFacts);
      const isJson = (format ?? out?.split(".").at(-1)?.toLowerCase()) === "json";
      const text = isJson ? `${JSON.stringify(rows, null, 2)}\n` : formatTable(rows);
      if (out === undefined) return void process.stdout.write(text);
      await writeFile(out, text).catch(() => {
        throw new Stop(`${out} cannot be written.`);
      });
      console.log(`${out}: ${count(rows.length, "job")} of ${company.name}.`);
    }),
  );
