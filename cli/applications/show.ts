import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findOne, withSources } from "./find";
import { arrivedInFull, viewLines } from "./words";

export const WHICH = "receipt number or its beginning, number, or id";

export const show = siteVerb("show", "Show an application, and what was answered")
  .argument("<which>", WHICH)
  .action(async (which: string, { json, ...where }: SiteOptions) =>
    withSources(where, async (sources) => {
      const { receiptId, arrived } = await findOne(sources, which);
      const undelivered = receiptId && (await sources.operator?.act(receiptId, "show"));
      const lines = undelivered ? viewLines(undelivered) : [];
      if (arrived) lines.push(...arrivedInFull(arrived));
      print(json, { undelivered, arrived }, lines);
    }),
  );
