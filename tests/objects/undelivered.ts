import { objectsOf } from "../../app/application/delivery/objects.server";
import { createOperator } from "../../app/application/delivery/operator.server";
import { shardOf } from "../../app/application/delivery/shards";
import type { UndeliveredEntry } from "../../app/application/delivery/undelivered";
import type { IndexQuery } from "../../app/application/delivery/undelivered-index.server";
import { siteEnv, type Candidate } from "./candidate";
import { settled } from "./clock";
import { given } from "./given";

export const operator = () => createOperator(siteEnv());

/** An object of the index, by its name. */
export const shard = (name: string) => objectsOf(siteEnv()).undelivered(name);

/** Everything that begins with a prefix, a thousand at most. */
export const all = (prefix = ""): IndexQuery => ({ prefix, limit: 1000, sentSince: 0 });

/** Waits until an application has told the index what it had to tell. */
export const told = ({ object }: Candidate): Promise<void> => settled(object);

/** What an object of the index says of one application: its shard, if no other is named. */
export async function entryOf(
  { receiptId }: Candidate,
  name = shardOf(receiptId),
): Promise<UndeliveredEntry | undefined> {
  return (await shard(name).list(all(receiptId))).applications[0];
}

/** An entry that an application might tell. */
export const entry = (changes: Partial<UndeliveredEntry> = {}): UndeliveredEntry => ({
  receiptId: "0".repeat(64),
  state: "waiting",
  reason: null,
  clientUuid: "c",
  positionUuid: "p",
  sentAt: 1,
  attempts: 1,
  lastStatus: 503,
  dueAt: 1,
  ...changes,
});

/** What an object of the index counts, without what it counts none of. */
export async function countsOf(name: string): Promise<Record<string, number>> {
  const { states, delivered } = await shard(name).counts(0);
  const counts: [string, number][] = states.map(({ state, count }) => [state, count]);
  return Object.fromEntries(
    [...counts, ...Object.entries(delivered ?? {})].filter(([, count]) => count > 0),
  );
}

/** Replaces the index by an empty one that counts what it is told, and can be made to fail or to hang. */
export function breakableIndex() {
  const real = siteEnv().UNDELIVERED;
  const own = crypto.randomUUID();
  const at = (name: string) => real.getByName(`${own} ${name}`);
  const state = { does: "answer" as "answer" | "fail" | "hang", told: [] as string[] };
  const reach = <T>(what: string, work: () => Promise<T>): Promise<T> => {
    state.told.push(what);
    if (state.does === "fail") return Promise.reject(new Error("Network connection lost."));
    return state.does === "hang" ? new Promise<never>(() => undefined) : work();
  };
  given.env.UNDELIVERED = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      put: (one: UndeliveredEntry) => reach(`${name} put`, async () => at(name).put(one)),
      remove: (receiptId: string) =>
        reach(`${name} remove`, async () => at(name).remove(receiptId)),
      countDelivery: () => reach(`${name} countDelivery`, async () => at(name).countDelivery()),
      list: (query: IndexQuery) => at(name).list(query),
      counts: (sentSince: number) => at(name).counts(sentSince),
      wakeOverdue: () => at(name).wakeOverdue(),
    }),
  } as unknown as typeof real; // it has all that is called
  return state;
}
