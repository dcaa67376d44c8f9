import { addJson, addWhere, command, print, type Where } from "../lib/command";
import { findUndelivered } from "./find";
import { operatorAt, operatorSite } from "./operator";
import { SENT } from "./send";

export const drop = addJson(
  addWhere(command("drop", "Give up an undelivered application, and delete its contents")),
)
  .argument("<which>", "receipt number or its beginning")
  .action(async (which: string, { json, ...where }: Where & { json?: boolean }) => {
    const operator = operatorAt(await operatorSite(where));
    const view = await operator.act(await findUndelivered(operator, which), "drop");
    const { state, reason, hasContents } = view;
    const isDropped = !hasContents && (state === "unconfirmed" || reason === "dropped");
    print(json, view, [
      isDropped ? "It is given up; its contents are deleted." : `Not given up. ${SENT[state]}`,
    ]);
  });
