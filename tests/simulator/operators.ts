import { createOperator } from "../../app/application/operator/operator.server";
import { Process } from "./scheduler";
import { POSITION } from "./whereabouts";
import type { World } from "./world";

const MINUTE = 60_000;

/** Lists what waits now and then, sends some of it again or all at once, drops some. */
export async function operate(world: World): Promise<void> {
  const { scheduler, book, env, settings, requests, people: random, habits } = world;
  const sendsAll = habits.chance(0.4);
  const operator = new Process("operator");
  for (let visits = random.pick([0, 0, 1, 2, 4]); visits > 0; visits -= 1) {
    await scheduler.sleep(operator, random.time(MINUTE, settings.DELIVER_FOR_MS));
    if (habits.chance(0.5))
      await requests.send(operator, "counts", () => createOperator(env).counts());
    const { waiting } = book;
    if (waiting.length > 0 && sendsAll && habits.chance(0.6)) {
      book.sendsAll(waiting);
      await requests.send(operator, "sends all", () => createOperator(env).enqueue(waiting));
      continue;
    }
    for (const receiptId of waiting) {
      const drops = random.chance(0.2);
      const touch = () => book.operates(receiptId, drops);
      touch();
      // Its candidate may look at the same moment.
      if (!drops && habits.chance(0.5)) scheduler.spawn(look(receiptId, world));
      const word = `${drops ? "drops" : "sends again"} ${receiptId.slice(0, 6)}`;
      await requests.send(operator, word, () => {
        const office = createOperator(env);
        return drops ? office.drop(receiptId) : office.send(receiptId);
      });
      touch();
    }
  }
}

async function look(receiptId: string, world: World): Promise<void> {
  const { scheduler, book, requests, people: random } = world;
  const person = new Process("somebody");
  await scheduler.sleep(person, random.time(10, 5000));
  const found = await requests.send(person, `reads ${receiptId.slice(0, 6)}`, async (site) => ({
    status: (await site.receipt(receiptId, POSITION))?.status,
  }));
  if (found) for (const sent of book.under(receiptId)) book.opens(sent, found.status);
}

/** Lists what waits when no receipt is left. */
export async function lastLook(world: World): Promise<void> {
  const { scheduler, env, settings, requests } = world;
  const operator = new Process("operator");
  await scheduler.sleep(operator, settings.RECEIPT_MS);
  const page = { number: undefined, after: undefined, limit: 100 };
  // The Worker may be ended in the middle.
  for (let look = 0; look < 5; look += 1) {
    await requests.send(operator, "lists", () => createOperator(env).list(page));
  }
}
