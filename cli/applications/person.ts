import { join } from "node:path";
import { Stop } from "~/scripts/stop";
import { count, print, siteVerb, type SiteOptions } from "../lib/command";
import { findCompany, withPlatform } from "../lib/platform";
import { confirm } from "../lib/prompt";
import { fromArrived, saveApplication } from "./files";
import { listArrived, NO_ADMIN } from "./find";
import { formatArrived, printable } from "./format";

const NOT_SEARCHED = `Not searched: the contents of CVs, files that you saved, and undelivered applications. To find an undelivered application, ask the candidate for its receipt number: npx puerta applications show NUMBER
docs/privacy.md lists what else is stored, and for how long.`;

interface Options extends SiteOptions {
  company?: string;
  save?: string;
  delete?: boolean;
  yes?: boolean;
}

export const person = siteVerb("person", "Find, save or delete all applications of one person")
  .argument("<who>", 'a phone number, such as "+34 600 000 000", or an email address')
  .option("--company <company>", "only applications to this company (code or uuid)")
  .option("--save <folder>", "save them with their files")
  .option("--delete", "delete them with their files")
  .option("--yes", "do not ask for confirmation")
  .action(async (who: string, options: Options) => {
    const { company, save, delete: isDeleting, yes, json, ...target } = options;
    await withPlatform(target, async (platform) => {
      const client = company === undefined ? undefined : await findCompany(platform, company);
      const query = { person: who, ...(client && { company: client.uuid }) };
      const applications = await listArrived(platform, query);
      if (!applications) throw new Stop(NO_ADMIN);
      const names = applications.map((row) => printable(`${row.first_name} ${row.last_name}`));
      const people = [...new Set(names)].join(", ");
      if (save !== undefined || isDeleting) {
        if (!/@|^\s*(\+|00)/.test(who))
          throw new Stop("Use the full phone number, starting with +.");
        if (who.includes("@") && people.includes(", ")) {
          throw new Stop(
            `Several people used this address: ${people}. Save or delete each application by its number.`,
          );
        }
      }
      const found = count(applications.length, "application");
      if (!json)
        console.log([`${found} of ${who}`, ...applications.flatMap(formatArrived)].join("\n"));
      const files = [];
      for (const application of save === undefined ? [] : applications) {
        const folder = join(save ?? "", `application-${application.receipt ?? application.number}`);
        files.push(...(await saveApplication(folder, fromArrived(platform, application))));
      }
      const isDeleted = isDeleting === true && applications.length > 0;
      if (isDeleted) {
        await confirm(`delete ${found} of ${people} with their files${platform.where}`, yes);
        for (const { id } of applications) await platform.call("DELETE", `/applications/${id}`);
      }
      const deleted = isDeleted ? [`${found} deleted, with all files.`] : [];
      print(json, { applications, files, isDeleted }, [...files, ...deleted, "", NOT_SEARCHED]);
    });
  });
