import { Stop } from "~/scripts/stop";
import { print, siteVerb, type SiteOptions } from "../lib/command";
import { fromArrived, fromUndelivered, saveApplication } from "./files";
import { findOne, withSources } from "./find";
import { WHICH_HELP } from "./show";

export const save = siteVerb("save", "Save an application and its files")
  .argument("<which>", WHICH_HELP)
  .argument("[folder]", "a new or empty folder (default: application-NUMBER)")
  .action(async (which: string, into: string | undefined, { json, ...target }: SiteOptions) =>
    withSources(target, async (sources) => {
      const { operator, platform } = sources;
      const { name, receiptId, arrived } = await findOne(sources, which);
      const saveable =
        platform && arrived
          ? fromArrived(platform, arrived)
          : operator && receiptId && (await fromUndelivered(operator, receiptId));
      if (!saveable) throw new Stop(`There is no application ${which}.`);
      const files = await saveApplication(into ?? `application-${name}`, saveable);
      print(json, { files }, files);
    }),
  );
