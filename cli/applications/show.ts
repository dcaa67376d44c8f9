import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findOne, withSources } from "./find";
import { formatArrivedDetails, formatView } from "./format";

export const WHICH_HELP = "receipt number (4 or more characters), platform number, or id";

export const show = siteVerb("show", "Show an application and its answers")
  .argument("<which>", WHICH_HELP)
  .action(async (which: string, { json, ...target }: SiteOptions) =>
    withSources(target, async (sources) => {
      const { receiptId, arrived } = await findOne(sources, which);
      const undelivered = receiptId && (await sources.operator?.act(receiptId, "show"));
      const lines = undelivered ? formatView(undelivered) : [];
      if (arrived) lines.push(...formatArrivedDetails(arrived));
      print(json, { undelivered, arrived }, lines);
    }),
  );
