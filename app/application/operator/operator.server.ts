import { readSettings } from "../../config/settings.server";
import { withTimeout } from "../../runtime/deadline.server";
import { formatError } from "../../runtime/format-error.server";
import { receiptPrefix } from "../model/receipt";
import type { ApplicationEnv } from "../delivery/applications.server";
import { getObjects } from "../delivery/objects.server";
import type { OperatorView } from "../delivery/operator-view";
import { compareCursors, shardName, shardNames, type Cursor } from "../delivery/undelivered";
import type { UndeliveredIndex } from "../delivery/undelivered-index.server";

interface ListQuery {
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

  /** Calls an application. Removes its index entry if it has no contents. */
  async function call(
    receiptId: string,
    work: (application: Application) => Promise<OperatorView | undefined>,
  ): Promise<OperatorView | undefined> {
    const view = await work(objects.application(receiptId));
    if (view?.hasContents) return view;
    const shard = objects.undelivered(shardName(receiptId));
    await withTimeout(READ_TIMEOUT_MS, async () => shard.remove(receiptId)).catch(
      (error: unknown) =>
        console.error("An entry could not be removed from the index:", formatError(error)),
    );
    return view;
  }

  async function enqueueOne(receiptId: string) {
    try {
      const view = await call(receiptId, (application) =>
        withTimeout(READ_TIMEOUT_MS, async () => application.enqueue()),
      );
      if (view?.state === "waiting") return "queued";
      return view?.state === "sending" || view?.state === "unconfirmed" ? view.state : "done";
    } catch (error) {
      console.error("An application could not be queued:", formatError(error));
      return "silent";
    }
  }

  return {
    /** Returns the delay of a test alarm in ms, or undefined if it did not fire in time. */
    testAlarm: async () => objects.alarmTest().testAlarm(),

    show: (receiptId: string) => call(receiptId, async (application) => application.view()),

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

    exportContents: async (receiptId: string) => objects.application(receiptId).exportContents(),

    /** Opens a sent file. The stream fails if the file is deleted during the download. */
    file: async (receiptId: string, field: string) =>
      objects.application(receiptId).openFile(field),

    /** Sends an undelivered application now, or waits for the running attempt. */
    send: (receiptId: string) => call(receiptId, async (application) => application.sendAgain()),

    /** Gives up an undelivered application that is not being sent, and deletes its contents. */
    drop: (receiptId: string) => call(receiptId, async (application) => application.drop()),

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

function mergePages(pages: readonly Page[], limit: number) {
  const all = pages.flatMap(({ applications }) => applications).sort(compareCursors);
  const applications = all.slice(0, limit);
  const hasMore = all.length > limit || pages.some((page) => page.hasMore);
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  return { total, applications, next: hasMore ? applications.at(-1) : undefined };
}

function sumCounts(counts: readonly Counts[]) {
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const states = counts.flatMap((one) => one.states);
  const ofState = (name: string) => states.filter(({ state }) => state === name);
  const count = (name: string) => sum(ofState(name).map((one) => one.count));
  const waiting = ofState("waiting").map(({ oldest }) => oldest);
  const delivered = {
    hour: sum(counts.map((one) => one.delivered.hour)),
    day: sum(counts.map((one) => one.delivered.day)),
  };
  return {
    waiting: count("waiting"),
    failed: count("failed"),
    unconfirmed: count("unconfirmed"),
    delivered: counts.length > 0 ? delivered : undefined,
    oldestWaiting: waiting.length > 0 ? Math.min(...waiting) : undefined,
  };
}
