import { Option } from "commander";
import { Stop } from "../scripts/stop";
import type { Problem } from "./job/parse-source";
import { readJobs, saveJobs } from "./job/jobs";
import { count, print, siteVerb, type SiteOptions } from "./lib/command";
import { withPlatform } from "./lib/platform";

interface Options extends SiteOptions {
  company: string;
  skipBad?: boolean;
  closeMissing?: boolean;
  dryRun?: boolean;
}

export const importJobs = siteVerb("import", "Add and update jobs from a CSV or JSON file")
  .argument("<file>", "CSV, or JSON if it ends in .json (docs/companies.md#tables-of-jobs)")
  .requiredOption("--company <company>", "code or uuid")
  .option("--skip-bad", "skip jobs with errors, and import the others")
  .addOption(
    new Option("--close-missing", "close open jobs that are not in the file").conflicts("skipBad"),
  )
  .option("--dry-run", "show what would change")
  .action(async (file: string, options: Options) => {
    const { problemFormatter, parseJsonList } = await import("./job/parse-source");
    const { planImport } = await import("./job/plan");
    const { parseTable } = await import("./job/table");
    const { readSource } = await import("./job/read-source");
    const text = await readSource(file);
    const { entries, problems } = /\.json$/i.test(file) ? parseJsonList(text) : parseTable(text);
    const lines = (list: readonly Problem[]) => list.map(problemFormatter(file)).join("\n");
    if (entries.length === 0 && problems.length === 0) {
      problems.push({ line: 1, message: "has no jobs" });
    }
    if (problems.length > 0) throw new Stop(`${lines(problems)}\nNothing was imported.`);
    await withPlatform(options, async (platform) => {
      const { company, jobs } = await readJobs(platform, options.company);
      const plan = planImport(entries, company, jobs);
      const { added, changed, unchanged, missing, bad } = plan;
      if (bad > 0 && !options.skipBad) {
        const hint = `${bad} of ${entries.length} jobs have errors. Add --skip-bad to import the others.`;
        throw new Stop(`${lines(plan.problems)}\nNothing was imported. ${hint}`);
      }
      const close = options.closeMissing ? missing.map(({ uuid }) => uuid) : [];
      const changes = { jobs: [...added, ...changed], close };
      if (!options.dryRun) await saveJobs(platform, company, changes);
      const left = missing.length - close.length;
      const numbers = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged.`;
      const result = { added: added.length, changed: changed.length, unchanged, skipped: bad };
      const all = { ...result, closed: close.length, missing: left, problems: plan.problems };
      print(options.json, all, [
        ...(bad > 0 ? [lines(plan.problems), `Skipped ${count(bad, "job")} with errors.`] : []),
        options.dryRun ? `Dry run: ${numbers}` : numbers,
        ...(close.length > 0
          ? [`${count(close.length, "job")} ${options.dryRun ? "would be " : ""}closed.`]
          : []),
        ...(left > 0
          ? [`${count(left, "open job")} not in the file. Add --close-missing to close them.`]
          : []),
      ]);
    });
  });
