import type { UndeliveredView } from "~/contract/operator";
import { Stop } from "~/scripts/stop";
import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findUndelivered } from "./find";
import { operatorSite } from "../lib/operator";
import { createOperator, type Operator } from "./operator";

export const STATE_TEXTS: Record<UndeliveredView["state"], string> = {
  delivered: "It has been delivered.",
  waiting: "The platform did not accept it. It will be sent again later.",
  sending: "It is being sent now. Check again in a minute.",
  failed: "It is not delivered, and will not be retried automatically.",
  unconfirmed: "The platform may or may not have received it: ask the company.",
  lost: "Its storage is empty. See docs/operations.md.",
  unreadable: "Its storage cannot be read. See docs/operations.md.",
  "already-applied": "The company already has an application from this candidate.",
};

export const send = siteVerb("send", "Send undelivered applications now")
  .argument("[which...]", "receipt numbers (4 or more characters each)")
  .option("--all", "send all waiting and failed applications, but no unconfirmed ones")
  .action(async (which: string[], { all, json, ...target }: SiteOptions & { all?: boolean }) => {
    if ((all === true) === which.length > 0) throw new Stop("Name applications, or add --all.");
    const operator = createOperator(await operatorSite(target));
    if (all) return sendAll(operator, json);
    const [ids, views]: [string[], UndeliveredView[]] = [[], []];
    for (const name of which) ids.push(await findUndelivered(operator, name));
    for (const id of ids) views.push(await operator.act(id, "send"));
    const lines = views.map(({ number, state }) => `${number}  ${STATE_TEXTS[state]}`);
    print(json, views, lines);
  });

const OUTCOMES: Record<string, string> = {
  queued: "are due, and will be sent one by one. See npx puerta applications list --waiting",
  sending: "are already being sent.",
  done: "were delivered or dropped in the meantime.",
  unconfirmed: "are unconfirmed, and were skipped: ask the company, then send or drop each.",
  damaged: "are damaged, and were skipped. Their receipts ask the candidates to send them again.",
  lost: "are lost. See docs/operations.md.",
  silent: "did not answer: try again.",
};

async function sendAll(operator: Operator, json: boolean | undefined): Promise<void> {
  const { applications, missing } = await operator.list();
  const lost = applications.filter(({ state }) => state === "lost");
  const ids = applications
    .filter(({ reason }) => reason !== "file-lost" && reason !== "form-damaged")
    .filter((row) => !lost.includes(row))
    .map(({ receiptId }) => receiptId);
  const counts = new Map([["queued", 0]]);
  const add = (name: string, number: number) => {
    if (number > 0) counts.set(name, (counts.get(name) ?? 0) + number);
  };
  add("damaged", applications.length - lost.length - ids.length);
  add("lost", lost.length);
  for await (const some of operator.enqueue(ids)) {
    for (const [name, number] of Object.entries(some)) add(name, number);
    if (!json) console.error(`${counts.get("queued")} of ${applications.length} are due …`);
  }
  const lines = [...counts].map(([name, number]) => `${number} ${OUTCOMES[name]}`);
  print(json, { ...Object.fromEntries(counts), missing }, lines);
  if (missing.length > 0) console.error(`${missing.join(", ")} did not answer. Try again.`);
}
