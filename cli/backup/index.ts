import {
  command,
  addTargetOptions,
  count,
  print,
  siteVerb,
  type SiteOptions,
} from "../lib/command";
import { isTerminal, confirm } from "../lib/prompt";
import { withPlatform } from "../lib/platform";
import { withSources } from "../applications/find";
import { Stop } from "~/scripts/stop";
import { openBackup, restoreBackup } from "./restore";
import { saveBackup } from "./save";

export const backup = siteVerb("backup", "Save everything that the embedded platform stores")
  .argument("<folder>", "a new or empty folder")
  .action(async (folder: string, { json, ...target }: SiteOptions) =>
    withSources(target, async ({ platform, operator }) => {
      if (!platform) throw new Stop("Set ADMIN_SECRET to the platform's value (docs/deploy.md).");
      const manifest = await saveBackup(folder, platform, operator);
      const { tables, files, undelivered } = manifest;
      print(json, manifest, [
        `${folder} has ${count(tables.applications ?? 0, "application")} and ${count(files, "file")}.`,
        undelivered === null
          ? "Undelivered applications were not saved: they need the running site and OPERATOR_SECRET."
          : `${count(undelivered, "undelivered application")} saved in ${folder}/undelivered.`,
        "It contains personal data: encrypt it, and delete it when it is no longer needed.",
      ]);
    }),
  );

export const restore = addTargetOptions(
  command("restore", "Add what a backup has and the embedded platform lacks"),
)
  .argument("<folder>", "a folder of npx puerta backup")
  .option("--yes", "do not ask for confirmation")
  .option("--json", "print JSON and nothing else")
  .action(async (folder: string, options: SiteOptions & { yes?: boolean }) => {
    const { yes, json, ...target } = options;
    const saved = await openBackup(folder);
    await withPlatform(target, async (platform) => {
      const what = `add what ${folder} has and the platform${platform.where} lacks`;
      if (!yes && isTerminal()) await confirm(what, yes);
      else if (!yes) throw new Stop(`This would ${what}. To do it, add --yes.`);
      const { added, left, renumbered, files, deleted } = await restoreBackup(saved, platform);
      print(json, { added, left, renumbered, files, deleted }, [
        ...Object.entries(added).map(
          ([table, rows]) => `${table}: ${rows} added, ${left[table] ?? 0} left as they are`,
        ),
        `${count(files, "file")} added.`,
        ...renumbered.map(
          ({ from, to }) => `Application ${from} is now ${to}, because another one has its number.`,
        ),
        ...(deleted > 0 ? [`${count(deleted, "application")} deleted since: deleted again.`] : []),
      ]);
    });
  });
