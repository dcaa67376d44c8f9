import type { UndeliveredView } from "../../contract/operator";
import { Stop } from "../../scripts/local.mjs";
import { addJson, addWhere, command, print, type Where } from "../lib/command";
import { findUndelivered } from "./find";
import { operatorAt, operatorSite, type Operator } from "./operator";

export const SENT: Record<UndeliveredView["state"], string> = {
  delivered: "It has been delivered.",
  waiting: "The platform did not take it. It is tried again later.",
  sending: "It is being sent at this moment. Ask again in a minute.",
  failed: "It is not delivered, and not tried again by itself.",
  unconfirmed: "The platform may or may not have taken it: ask the company.",
  "already-applied": "The company already has an application of this candidate.",
};

export const send = addJson(addWhere(command("send", "Send undelivered applications now")))
  .argument("[which...]", "receipt numbers or their beginnings")
  .option("--all", "all that wait or have failed; those that may have arrived are left alone")
  .action(async (which: string[], { all, json, ...where }: Where & { all?: true; json?: true }) => {
    if ((all === true) === which.length > 0) throw new Stop("Name applications, or add --all.");
    const operator = operatorAt(await operatorSite(where));
    if (all) return sendAll(operator, json);
    const views: UndeliveredView[] = [];
    for (const one of which) {
      views.push(await operator.act(await findUndelivered(operator, one), "send"));
    }
    print(
      json,
      views,
      views.map(({ number, state }) => `${number}  ${SENT[state]}`),
    );
  });

const OUTCOMES: Record<string, string> = {
  queued: "are due, and sent one after the other: npx puerta applications list --waiting",
  sending: "are being sent already.",
  done: "were delivered or given up meanwhile.",
  unconfirmed: "are unconfirmed, and were left alone: ask the company, then send or drop each.",
  filesLost: "have lost a file, and were left alone: their candidates are asked for it.",
  silent: "did not answer: try again.",
};

async function sendAll(operator: Operator, json: true | undefined): Promise<void> {
  const { applications, missing } = await operator.list();
  const counts = new Map([["queued", 0]]);
  const add = (name: string, number = 1) => counts.set(name, (counts.get(name) ?? 0) + number);
  const ids = applications.flatMap(({ receiptId, state, reason }) => {
    const left = state === "unconfirmed" ? state : reason === "file-lost" ? "filesLost" : undefined;
    if (left === undefined) return [receiptId];
    add(left);
    return [];
  });
  for await (const some of operator.enqueue(ids)) {
    for (const [name, number] of Object.entries(some)) if (number > 0) add(name, number);
    if (!json) console.error(`${counts.get("queued")} of ${applications.length} are due …`);
  }
  const lines = [...counts].map(([name, number]) => `${number} ${OUTCOMES[name]}`);
  print(json, { ...Object.fromEntries(counts), missing }, lines);
  if (missing.length > 0) console.error(`${missing.join(", ")} did not answer. Try again.`);
}
