import { env as bindings } from "cloudflare:workers";
import type { ApplicationEnv } from "~/app/application/delivery/applications.server";
import { getObjects } from "~/app/application/delivery/objects.server";
import { createOperator } from "~/app/application/operator/operator.server";
import { shardName } from "~/app/application/delivery/undelivered";
import type { UndeliveredEntry } from "~/app/application/delivery/undelivered";
import type { IndexQuery } from "~/app/application/delivery/undelivered-index.server";
import { siteEnv, type Candidate } from "./candidate";
import { waitForIndex } from "./clock";
import { given, pendingCalls } from "./given";

export const operator = () => createOperator(siteEnv());

/** Returns a shard of the fake index. */
export const shard = (name: string) => getObjects(siteEnv()).undelivered(name);

/** Returns a query for up to 1,000 entries with a prefix. */
export const all = (prefix = ""): IndexQuery => ({ prefix, limit: 1000, sentSince: 0 });

export const indexUpdated = ({ object }: Candidate): Promise<void> => waitForIndex(object);

/** Reads an application's entry from its shard. @param name another shard to read instead */
export async function getEntry(
  { receiptId }: Candidate,
  name = shardName(receiptId),
): Promise<UndeliveredEntry | undefined> {
  return (await shard(name).list(all(receiptId))).applications[0];
}

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

/** Returns a shard's counts without zeros. */
export async function getCounts(name: string): Promise<Record<string, number>> {
  const { states, delivered } = await shard(name).counts(0);
  const counts: [string, number][] = states.map(({ state, count }) => [state, count]);
  return Object.fromEntries(
    [...counts, ...Object.entries(delivered)].filter(([, count]) => count > 0),
  );
}

/** Settings of the fake index and a record of its calls. */
export const index = {
  mode: "answer" as "answer" | "fail" | "hang",
  calls: [] as string[],
  entries: [] as UndeliveredEntry[],
  /** The name of a shard that does not respond to list queries. */
  silent: undefined as string | undefined,
  /** The number of answered list queries. */
  listed: 0,
  /** Returns the real shard behind a shard of the fake index. */
  at: (name: string) => realIndex().getByName(name),
};

const realIndex = () => (bindings as unknown as ApplicationEnv).UNDELIVERED; // `pool.ts` binds `UNDELIVERED`

/** Replaces the index with an empty fake index, which records its calls and can fail or hang. */
export function breakableIndex(): void {
  const prefix = crypto.randomUUID();
  const at = (name: string) => realIndex().getByName(`${prefix} ${name}`);
  Object.assign(index, { mode: "answer", calls: [], entries: [], at });
  Object.assign(index, { silent: undefined, listed: 0 });
  pendingCalls.calls = 0;
  const reach = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    index.calls.push(what);
    if (index.mode === "hang") return new Promise<never>(() => undefined);
    if (index.mode === "fail") throw new Error("Network connection lost.");
    pendingCalls.calls += 1;
    return work().finally(() => (pendingCalls.calls -= 1));
  };
  given.env.UNDELIVERED = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      put: (entry: UndeliveredEntry) => {
        index.entries.push(entry);
        return reach(`${name} put`, async () => at(name).put(entry));
      },
      remove: (receiptId: string) =>
        reach(`${name} remove`, async () => at(name).remove(receiptId)),
      find: (receiptId: string) => reach(`${name} find`, async () => at(name).find(receiptId)),
      markLost: (receiptId: string) =>
        reach(`${name} markLost`, async () => at(name).markLost(receiptId)),
      countDelivery: () => reach(`${name} countDelivery`, async () => at(name).countDelivery()),
      list: async (query: IndexQuery) => {
        if (name === index.silent) return new Promise<never>(() => undefined);
        return at(name)
          .list(query)
          .finally(() => (index.listed += 1));
      },
      counts: (sentSince: number) => at(name).counts(sentSince),
      wakeOverdue: () => at(name).wakeOverdue(),
    }),
  } as unknown as ApplicationEnv["UNDELIVERED"]; // has all methods that the site uses
}
