import { addTargetOptions, command, count, type TargetOptions } from "../lib/command";
import { findCompany, withPlatform } from "../lib/platform";
import { confirm } from "../lib/prompt";

export const remove = addTargetOptions(
  command("delete", "Delete a company, its jobs and all applications")
    .argument("<company>", "its code or uuid")
    .option("--yes", "do not ask for confirmation"),
).action(async (which: string, { yes, ...target }: TargetOptions & { yes?: boolean }) =>
  withPlatform(target, async (platform) => {
    const { uuid, code, name, open, closed, applications } = await findCompany(platform, which);
    const what = `${name} (${code}), its ${count(open + closed, "job")} and ${count(applications, "application")}`;
    await confirm(`delete ${what}${platform.where}`, yes);
    await platform.call("DELETE", `/companies/${uuid}`);
    console.log(`Deleted ${what}. Local files, such as companies/${code}, were kept.`);
  }),
);
