import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findUndelivered } from "./find";
import { operatorSite } from "../lib/operator";
import { operatorAt } from "./operator";
import { SENT } from "./send";

export const drop = siteVerb("drop", "Give up an undelivered application, and delete its contents")
  .argument("<which>", "receipt number or its beginning")
  .action(async (which: string, { json, ...where }: SiteOptions) => {
    const operator = operatorAt(await operatorSite(where));
    const view = await operator.act(await findUndelivered(operator, which), "drop");
    const { state, reason, hasContents } = view;
    const isDropped = !hasContents && (state === "unconfirmed" || reason === "dropped");
    print(json, view, [
      isDropped ? "It is given up; its contents are deleted." : `Not given up. ${SENT[state]}`,
    ]);
  });
