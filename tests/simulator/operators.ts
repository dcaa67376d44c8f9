import { createOperator } from "~/app/application/operator/operator.server";
import { Process } from "./scheduler";
import { POSITION } from "./locator";
import type { World } from "./world";

const MINUTE = 60_000;

/** Simulates an operator who sometimes counts, resends or drops applications. */
export async function operate(world: World): Promise<void> {
  const { scheduler, recorder, env, settings, requests, people: random, habits } = world;
  const sendsAll = habits.chance(0.4);
  const operator = new Process("operator");
  for (let visits = random.pick([0, 0, 1, 2, 4]); visits > 0; visits -= 1) {
    await scheduler.sleep(operator, random.time(MINUTE, settings.DELIVER_FOR_MS));
    if (habits.chance(0.5))
      await requests.send(operator, "counts", () => createOperator(env).counts());
    const { waiting } = recorder;
    if (waiting.length > 0 && sendsAll && habits.chance(0.6)) {
      recorder.recordSendAll(waiting);
      await requests.send(operator, "sends all", () => createOperator(env).enqueue(waiting));
      continue;
    }
    for (const receiptId of waiting) {
      const drops = random.chance(0.2);
      const startedAt = scheduler.now;
      const record = () => recorder.recordOperation(receiptId, drops, startedAt);
      record();
      // The candidate can open the receipt at the same time.
      if (!drops && habits.chance(0.5)) scheduler.spawn(openReceipt(receiptId, world));
      const word = `${drops ? "drops" : "sends again"} ${receiptId.slice(0, 6)}`;
      await requests.send(operator, word, () => {
        const commands = createOperator(env);
        return drops ? commands.drop(receiptId) : commands.send(receiptId);
      });
      record();
    }
  }
}

async function openReceipt(receiptId: string, world: World): Promise<void> {
  const { scheduler, recorder, requests, people: random } = world;
  const person = new Process("candidate");
  await scheduler.sleep(person, random.time(10, 5000));
  const found = await requests.send(person, `reads ${receiptId.slice(0, 6)}`, async (site) => ({
    status: (await site.receipt(receiptId, POSITION))?.status,
  }));
  if (found)
    for (const sent of recorder.findByReceipt(receiptId))
      recorder.recordReceipt(sent, found.status);
}

/** Lists applications after the last receipt has expired. */
export async function finalList(world: World): Promise<void> {
  const { scheduler, env, settings, requests } = world;
  const operator = new Process("operator");
  await scheduler.sleep(operator, settings.RECEIPT_MS);
  const page = { number: undefined, after: undefined, limit: 100 };
  // Repeat the request, because the Worker can crash.
  for (let tries = 0; tries < 5; tries += 1) {
    await requests.send(operator, "lists", () => createOperator(env).list(page));
  }
}
