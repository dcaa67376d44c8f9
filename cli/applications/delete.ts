import { Stop } from "../../scripts/local";
import { addWhere, command, type Where } from "../lib/command";
import { confirm } from "../lib/prompt";
import { findOne, withSources } from "./find";
import { WHICH } from "./show";
import { harmless } from "./words";

export const deleteOne = addWhere(command("delete", "Delete an arrived application and its files"))
  .argument("<which>", WHICH)
  .option("--yes", "do not ask")
  .action(async (which: string, { yes, ...where }: Where & { yes?: boolean }) =>
    withSources(where, async (sources) => {
      const { name, arrived } = await findOne(sources, which);
      if (!sources.platform || !arrived) {
        throw new Stop(`${name} has not arrived. Give it up: npx puerta applications drop ${name}`);
      }
      const { id, number, first_name, last_name, company, position } = arrived;
      const whose = harmless(`${first_name} ${last_name}, ${company}, ${position}`);
      await confirm(
        `delete application ${number} (${whose}) with its files${sources.platform.where}`,
        yes,
      );
      await sources.platform.call("DELETE", `/applications/${id}`);
      console.log(`Application ${number} is deleted, with its files.`);
    }),
  );
