import { Option } from "commander";
import { extname } from "node:path";
import { Stop } from "../scripts/local";
import type { Fault } from "./job/located";
import { jobsOf, saveJobs } from "./job/jobs";
import { addJson, addWhere, command, count, print, type Where } from "./lib/command";
import { companyNamed, withPlatform } from "./lib/platform";

interface Options extends Where {
  company: string;
  skipBad?: boolean;
  closeMissing?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export const importJobs = addJson(
  addWhere(command("import", "Add and change jobs from a CSV or JSON file")),
)
  .argument("<file>", "ends in .csv or .json (docs/companies.md#tables-of-jobs)")
  .requiredOption("--company <company>", "code or uuid")
  .option("--skip-bad", "leave out jobs with a fault, and import the others")
  .addOption(new Option("--close-missing", "close jobs not in the file").conflicts("skipBad"))
  .option("--dry-run", "only say what would be done")
  .action(async (file: string, options: Options) => {
    const ending = extname(file).toLowerCase();
    if (!/^\.(csv|json)$/.test(ending)) throw new Stop(`${file} must end in .csv or .json.`);
    const { inWords, readJsonList } = await import("./job/located");
    const { readTable } = await import("./job/table");
    const { readSource } = await import("./job/text");
    const { text } = await readSource(file);
    const { entries, faults } = ending === ".json" ? readJsonList(text) : readTable(text);
    const lines = (list: readonly Fault[]) => list.map((fault) => inWords(file, fault)).join("\n");
    if (faults.length > 0) throw new Stop(`${lines(faults)}\nNothing was imported.`);
    await withPlatform(options, async (platform) => {
      const { planImport } = await import("./job/plan");
      const company = await companyNamed(platform, options.company);
      const plan = planImport(entries, company, (await jobsOf(platform, company)).jobs);
      const { added, changed, unchanged, missing, bad } = plan;
      if (bad > 0 && !options.skipBad) {
        const numbers = `Jobs with faults: ${bad} of ${entries.length}.`;
        throw new Stop(
          `${lines(plan.faults)}\nNothing was imported. ${numbers} --skip-bad imports the others.`,
        );
      }
      const close = options.closeMissing ? missing.map(({ uuid }) => uuid) : [];
      if (!options.dryRun)
        await saveJobs(platform, company, { jobs: [...added, ...changed], close });
      const result = {
        ...{ added: added.length, changed: changed.length, unchanged, skipped: bad },
        ...{ closed: close.length, missing: missing.length - close.length, faults: plan.faults },
      };
      const numbers = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged.`;
      const left = `${count(result.missing, "open job")} not in the file. --close-missing closes them.`;
      print(options.json, result, [
        ...(bad > 0 ? [lines(plan.faults), `Left out ${count(bad, "job")}, see above.`] : []),
        options.dryRun ? `Dry run: ${numbers}` : numbers,
        ...(close.length > 0 ? [`${count(close.length, "job")} closed.`] : []),
        ...(result.missing > 0 ? [left] : []),
      ]);
    });
  });
