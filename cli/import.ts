import { Option } from "commander";
import { Stop } from "../scripts/local";
import type { Fault } from "./job/located";
import { jobsOf, saveJobs } from "./job/jobs";
import { count, print, siteVerb, type SiteOptions } from "./lib/command";
import { withPlatform } from "./lib/platform";

interface Options extends SiteOptions {
  company: string;
  skipBad?: boolean;
  closeMissing?: boolean;
  dryRun?: boolean;
}

export const importJobs = siteVerb("import", "Add and change jobs from a CSV or JSON file")
  .argument("<file>", "CSV, or JSON if it ends in .json (docs/companies.md#tables-of-jobs)")
  .requiredOption("--company <company>", "code or uuid")
  .option("--skip-bad", "leave out jobs with a fault, and import the others")
  .addOption(new Option("--close-missing", "close jobs not in the file").conflicts("skipBad"))
  .option("--dry-run", "only say what would be done")
  .action(async (file: string, options: Options) => {
    const { inWords, readJsonList } = await import("./job/located");
    const { planImport } = await import("./job/plan");
    const { readTable } = await import("./job/table");
    const { readSource } = await import("./job/editor");
    const text = await readSource(file);
    const { entries, faults } = /\.json$/i.test(file) ? readJsonList(text) : readTable(text);
    const lines = (list: readonly Fault[]) => list.map(inWords(file)).join("\n");
    if (entries.length === 0) faults.push({ line: 1, message: "has no jobs" });
    if (faults.length > 0) throw new Stop(`${lines(faults)}\nNothing was imported.`);
    await withPlatform(options, async (platform) => {
      const { company, jobs } = await jobsOf(platform, options.company);
      const plan = planImport(entries, company, jobs);
      const { added, changed, unchanged, missing, bad } = plan;
      if (bad > 0 && !options.skipBad) {
        const hint = `Jobs with faults: ${bad} of ${entries.length}. --skip-bad imports the others.`;
        throw new Stop(`${lines(plan.faults)}\nNothing was imported. ${hint}`);
      }
      const close = options.closeMissing ? missing.map(({ uuid }) => uuid) : [];
      const changes = { jobs: [...added, ...changed], close };
      if (!options.dryRun) await saveJobs(platform, company, changes);
      const left = missing.length - close.length;
      const numbers = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged.`;
      const result = { added: added.length, changed: changed.length, unchanged, skipped: bad };
      const all = { ...result, closed: close.length, missing: left, faults: plan.faults };
      print(options.json, all, [
        ...(bad > 0 ? [lines(plan.faults), `Left out ${count(bad, "job")}, see above.`] : []),
        options.dryRun ? `Dry run: ${numbers}` : numbers,
        ...(close.length > 0
          ? [`${count(close.length, "job")} ${options.dryRun ? "would be " : ""}closed.`]
          : []),
        ...(left > 0
          ? [`${count(left, "open job")} not in the file. --close-missing closes them.`]
          : []),
      ]);
    });
  });
