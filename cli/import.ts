import { Option } from "commander";
import { extname } from "node:path";
import { Stop } from "../scripts/local.mjs";
import type { Entry, Fault } from "./job/located";
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
  addWhere(
    command("import", "Add and change a company's jobs from a CSV or JSON file, all or none"),
  ),
)
  .argument("<file>", "ends in .csv or .json (docs/companies.md#tables-of-jobs)")
  .requiredOption("--company <company>", "code or uuid")
  .option("--skip-bad", "leave out jobs with a fault, and import the others")
  .addOption(
    new Option("--close-missing", "close open jobs that the file does not have").conflicts(
      "skipBad",
    ),
  )
  .option("--dry-run", "only say what would be done")
  .action(async (file: string, options: Options) => {
    const {
      company: which,
      skipBad,
      closeMissing = false,
      dryRun = false,
      json,
      ...where
    } = options;
    const { entries, faults } = await readEntries(file);
    const { inWords } = await import("./job/located");
    const lines = (list: readonly Fault[]) => list.map((fault) => inWords(file, fault)).join("\n");
    if (faults.length > 0) throw new Stop(`${lines(faults)}\nNothing was imported.`);
    await withPlatform(where, async (platform) => {
      const { planImport } = await import("./job/plan");
      const company = await companyNamed(platform, which);
      const plan = planImport(entries, company, (await jobsOf(platform, company)).jobs);
      const { added, changed, unchanged, missing, bad } = plan;
      if (bad > 0 && !skipBad) {
        const reason = `${bad} of ${count(entries.length, "job")} ${bad === 1 ? "has" : "have"} a fault`;
        throw new Stop(
          `${lines(plan.faults)}\nNothing was imported: ${reason}. --skip-bad imports the others.`,
        );
      }
      const close = closeMissing ? missing.map(({ uuid }) => uuid) : [];
      if (!dryRun) await saveJobs(platform, company, { jobs: [...added, ...changed], close });
      const result = {
        ...{ added: added.length, changed: changed.length, unchanged, closed: close.length },
        ...{ missing: missing.length - close.length, faults: plan.faults, dryRun },
      };
      print(json, result, [
        ...(bad > 0
          ? [lines(plan.faults), `Left out ${count(bad, "job")} with the faults above.`]
          : []),
        `${dryRun ? "Dry run: " : ""}${added.length} added, ${changed.length} changed, ${unchanged} unchanged.`,
        ...(close.length > 0 ? [`${count(close.length, "job")} closed.`] : []),
        ...(result.missing > 0
          ? [`${count(result.missing, "open job")} not in the file. --close-missing closes them.`]
          : []),
      ]);
    });
  });

async function readEntries(file: string): Promise<{ entries: Entry[]; faults: Fault[] }> {
  const ending = extname(file).toLowerCase();
  if (ending !== ".csv" && ending !== ".json") throw new Stop(`${file} must end in .csv or .json.`);
  const { readSource } = await import("./job/text");
  const { text } = await readSource(file);
  if (ending === ".json") return (await import("./job/located")).readJsonList(text);
  return (await import("./job/table")).readTable(text);
}
