import { addWhere, command, count, type Where } from "../lib/command";
import { companyNamed, withPlatform } from "../lib/platform";
import { confirm } from "../lib/prompt";

export const remove = addWhere(
  command("delete", "Delete a company with its jobs and all applications")
    .argument("<company>", "its code or uuid")
    .option("--yes", "do not ask"),
).action(async (which: string, { yes, ...where }: Where & { yes?: boolean }) =>
  withPlatform(where, async (platform) => {
    const { uuid, code, name, open, closed, applications } = await companyNamed(platform, which);
    const what = `${name} (${code}), its ${count(open + closed, "job")} and ${count(applications, "application")}`;
    await confirm(`delete ${what}${platform.where}`, yes);
    await platform.call("DELETE", `/companies/${uuid}`);
    console.log(`Deleted ${what}. Files on this machine, such as companies/${code}, stay.`);
  }),
);
