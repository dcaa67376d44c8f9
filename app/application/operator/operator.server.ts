import { readSettings } from "~/app/config/settings.server";
import { withTimeout } from "~/app/runtime/deadline.server";
import { formatError } from "~/app/runtime/log.server";
import { receiptNumber, receiptPrefix } from "../model/receipt";
import type { ApplicationEnv } from "../delivery/applications.server";
import { getObjects } from "../delivery/objects.server";
import type { OperatorView } from "../delivery/operator-view";
import {
  compareCursors,
  shardName,
  shardNames,
  type Cursor,
  type UndeliveredEntry,
} from "../delivery/undelivered";
import type { UndeliveredIndex } from "../delivery/undelivered-index.server";

export interface ListQuery {
  /** A receipt number such as 0000-0001. Without a number, all entries of the index are listed. */
  number?: string | undefined;
  after?: Cursor | undefined;
  limit: number;
}

type Page = ReturnType<UndeliveredIndex["list"]>;
type Counts = ReturnType<UndeliveredIndex["counts"]>;

export function createOperator(env: ApplicationEnv) {
  const objects = getObjects(env);
  const { RECEIPT_MS, READ_TIMEOUT_MS } = readSettings(env);

  /** Calls the shards for a prefix. Shards that fail or time out are listed in `missing`. */
  async function callShards<T>(
    prefix: string,
    ask: (shard: ReturnType<typeof objects.undelivered>) => Promise<T>,
  ) {
    const missing: string[] = [];
    const answers = await Promise.all(
      shardNames(prefix).map(async (name) => {
        try {
          return [await withTimeout(READ_TIMEOUT_MS, () => ask(objects.undelivered(name)))];
        } catch (error) {
          console.error(`${name} did not answer:`, formatError(error));
          missing.push(name);
          return [];
        }
      }),
    );
    return { answers: answers.flat(), missing: missing.sort() };
  }

  type Application = ReturnType<typeof objects.application>;

  /** Calls the shard of the index that has an application. */
  const callShard = <T>(
    receiptId: string,
    ask: (shard: ReturnType<typeof objects.undelivered>) => Promise<T>,
  ): Promise<T | undefined> =>
    withTimeout(READ_TIMEOUT_MS, () => ask(objects.undelivered(shardName(receiptId)))).catch(
      (error: unknown) => {
        console.error("The undelivered index could not be reached:", formatError(error));
        return undefined;
      },
    );

  /** Whether the application's storage can be opened. @throws if the object may respond later */
  async function isReadable(receiptId: string): Promise<boolean> {
    try {
      return await objects.application(receiptId).isReadable();
    } catch (error) {
      if (isTransient(error)) throw error;
      return false;
    }
  }

  const reportUnreadable = (receiptId: string, error: unknown) =>
    console.error(`Application ${receiptNumber(receiptId)} cannot be read:`, formatError(error));

  /**
   * Calls an application. Removes its index entry if it has no contents, and lists it as lost if it has no state.
   * If it cannot be read, describes its entry.
   */
  async function call(
    receiptId: string,
    work: (application: Application) => Promise<OperatorView | undefined>,
  ): Promise<OperatorView | undefined> {
    let view: OperatorView | undefined;
    try {
      view = await work(objects.application(receiptId));
    } catch (error) {
      if (await isReadable(receiptId)) throw error;
      reportUnreadable(receiptId, error);
      const entry = await callShard(receiptId, async (shard) => shard.find(receiptId));
      return entry && describeEntry({ ...entry, state: "unreadable" });
    }
    if (view?.hasContents) return view;
    if (view) {
      await callShard(receiptId, async (shard) => shard.remove(receiptId));
      return view;
    }
    await callShard(receiptId, async (shard) => shard.markLost(receiptId));
    const entry = await callShard(receiptId, async (shard) => shard.find(receiptId));
    return entry && describeEntry(entry);
  }

  /** Drops an application, even if it is lost or cannot be read. Deleting badly damaged storage can fail. */
  async function drop(receiptId: string): Promise<OperatorView | undefined> {
    const entry = await callShard(receiptId, async (shard) => shard.find(receiptId));
    let view: OperatorView | undefined;
    let state: "lost" | "unreadable" = "lost";
    try {
      view = await objects.application(receiptId).drop();
    } catch (error) {
      if (await isReadable(receiptId)) throw error;
      reportUnreadable(receiptId, error);
      state = "unreadable";
    }
    if (view?.hasContents) return view;
    await callShard(receiptId, async (shard) => shard.remove(receiptId));
    return view ?? (entry && { ...describeEntry({ ...entry, state }), reason: "dropped" });
  }

  async function enqueueOne(receiptId: string) {
    try {
      const view = await call(receiptId, (application) =>
        withTimeout(READ_TIMEOUT_MS, async () => application.enqueue()),
      );
      if (view?.state === "waiting") return "queued";
      if (view?.state === "unreadable") return "silent";
      return view?.state === "sending" || view?.state === "unconfirmed" ? view.state : "done";
    } catch (error) {
      console.error("An application could not be queued:", formatError(error));
      return "silent";
    }
  }

  return {
    /** Returns the delay of a test alarm in ms, or undefined if it did not fire in time. */
    testAlarm: async () => objects.alarmTest().testAlarm(),

    show: (receiptId: string) => call(receiptId, async (application) => application.show()),

    /** Returns a page of entries, oldest first. The last page has no `next`. */
    async list({ number, after, limit }: ListQuery) {
      const prefix = number === undefined ? "" : receiptPrefix(number);
      const sentSince = Date.now() - RECEIPT_MS;
      const { answers, missing } = await callShards(prefix, (shard) =>
        shard.list({ prefix, after, limit, sentSince }),
      );
      return { ...mergePages(answers, limit), missing };
    },

    async counts() {
      const sentSince = Date.now() - RECEIPT_MS;
      const { answers, missing } = await callShards("", (shard) => shard.counts(sentSince));
      return { ...sumCounts(answers), missing };
    },

    /** Wakes overdue applications. Never throws. */
    async wakeOverdue(): Promise<void> {
      await callShards("", (shard) => shard.wakeOverdue());
    },

    /** @returns `unreadable` if the application cannot be read */
    exportContents: async (receiptId: string) => {
      try {
        return await objects.application(receiptId).exportContents();
      } catch (error) {
        if (await isReadable(receiptId)) throw error;
        reportUnreadable(receiptId, error);
        return "unreadable" as const;
      }
    },

    /** Opens a sent file. The stream fails if the file is deleted during the download. */
    file: async (receiptId: string, field: string) =>
      objects.application(receiptId).openFile(field),

    /** Sends an undelivered application now, or waits for the running attempt. */
    send: (receiptId: string) => call(receiptId, async (application) => application.sendAgain()),

    /** Gives up an undelivered application that is not being sent, and deletes its contents. */
    drop,

    /**
     * Makes waiting and failed applications due now, and counts the results. `done`: the application has
     * nothing to send or has lost a file. `silent`: the call failed. Never throws.
     */
    async enqueue(receiptIds: string[]) {
      const counts = { queued: 0, sending: 0, unconfirmed: 0, done: 0, silent: 0 };
      for (const outcome of await Promise.all(receiptIds.map(enqueueOne))) counts[outcome] += 1;
      return counts;
    },
  };
}

/** Whether the runtime attributes an error to the connection or to load, not to the object. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (("retryable" in error && error.retryable === true) ||
    ("overloaded" in error && error.overloaded === true));

/** Describes an application from its index entry, because nothing else can be read. */
function describeEntry({
  state,
  ...entry
}: Omit<UndeliveredEntry, "state"> & {
  state: UndeliveredEntry["state"] | "unreadable";
}): OperatorView {
  const { receiptId, clientUuid, positionUuid, reason, sentAt, attempts, lastStatus } = entry;
  return {
    ...{ number: receiptNumber(receiptId), receiptId, state, reason, sentAt, attempts, lastStatus },
    company: { name: "unknown company", uuid: clientUuid },
    position: { title: "unknown title", uuid: positionUuid },
    ...{ message: null, dueAt: null, hasContents: false },
  };
}

function mergePages(pages: readonly Page[], limit: number) {
  const all = pages.flatMap(({ applications }) => applications).sort(compareCursors);
  const applications = all.slice(0, limit);
  const hasMore = all.length > limit || pages.some((page) => page.hasMore);
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  return { total, applications, next: hasMore ? applications.at(-1) : undefined };
}

function sumCounts(counts: readonly Counts[]) {
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const states = counts.flatMap((shard) => shard.states);
  const inState = (name: string) => states.filter(({ state }) => state === name);
  const count = (name: string) => sum(inState(name).map((row) => row.count));
  const waiting = inState("waiting").map(({ oldest }) => oldest);
  const delivered = {
    hour: sum(counts.map((shard) => shard.delivered.hour)),
    day: sum(counts.map((shard) => shard.delivered.day)),
  };
  return {
    waiting: count("waiting"),
    failed: count("failed"),
    unconfirmed: count("unconfirmed"),
    lost: count("lost"),
    overdue: sum(counts.map((shard) => shard.overdue)),
    delivered: counts.length > 0 ? delivered : undefined,
    oldestWaiting: waiting.length > 0 ? Math.min(...waiting) : undefined,
  };
}
