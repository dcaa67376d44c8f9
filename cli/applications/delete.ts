import { Stop } from "~/scripts/stop";
import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { confirm } from "../lib/prompt";
import { findOne, withSources } from "./find";
import { WHICH_HELP } from "./show";
import { printable } from "./format";

export const deleteOne = addTargetOptions(
  command("delete", "Delete a delivered application and its files"),
)
  .argument("<which>", WHICH_HELP)
  .option("--yes", "do not ask for confirmation")
  .action(async (which: string, { yes, ...target }: TargetOptions & { yes?: boolean }) =>
    withSources(target, async (sources) => {
      const { name, arrived } = await findOne(sources, which);
      if (!sources.platform || !arrived) {
        throw new Stop(
          `${name} has not been delivered. Drop it: npx puerta applications drop ${name}`,
        );
      }
      const { id, number, first_name, last_name, company, position } = arrived;
      const whose = printable(`${first_name} ${last_name}, ${company}, ${position}`);
      await confirm(
        `delete application ${number} (${whose}) with its files${sources.platform.where}`,
        yes,
      );
      await sources.platform.call("DELETE", `/applications/${id}`);
      console.log(`Application ${number} is deleted, with its files.`);
    }),
  );
