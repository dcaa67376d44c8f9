import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findUndelivered } from "./find";
import { operatorSite } from "../lib/operator";
import { createOperator } from "./operator";
import { STATE_TEXTS } from "./send";

export const drop = siteVerb("drop", "Drop an undelivered application and delete its contents")
  .argument("<which>", "receipt number (4 or more characters)")
  .action(async (which: string, { json, ...target }: SiteOptions) => {
    const operator = createOperator(await operatorSite(target));
    const view = await operator.act(await findUndelivered(operator, which), "drop");
    const { state, reason, hasContents } = view;
    const isDropped = !hasContents && (state === "unconfirmed" || reason === "dropped");
    print(json, view, [
      !isDropped
        ? `Not dropped. ${STATE_TEXTS[state]}`
        : state === "unreadable"
          ? "The application is dropped, but its damaged storage could not be deleted."
          : "The application is dropped, and its contents are deleted.",
    ]);
  });
