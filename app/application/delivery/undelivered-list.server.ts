import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import type { Delivered } from "./deliveries";
import { objectsOf, type ApplicationEnv } from "./objects.server";
import { shardOf, shardsFor } from "./shards";
import { byPlace, type Place, type UndeliveredEntry } from "./undelivered";
import type { IndexAnswer, IndexCounts } from "./undelivered-index.server";

interface ListQuery {
  /** Hexadecimal: only entries whose receipt id begins so. */
  prefix?: string;
  /** Only those behind this place; the first page without one. */
  after?: Place | undefined;
  limit: number;
  /** ms since 1970: what was sent before has no receipt any more. */
  sentSince: number;
  /** How long each object of the index has to answer. */
  timeoutMs: number;
}

export interface UndeliveredPage {
  /** How many the objects that answered have, on all pages. */
  total: number;
  /** The oldest first. */
  applications: UndeliveredEntry[];
  /** Where the next page begins; undefined on the last one. */
  next: Place | undefined;
  /** The names of objects that did not answer: what they have is not on this page. */
  missing: string[];
}

/** How many applications there are, by what has become of them. */
export interface UndeliveredCounts {
  waiting: number;
  failed: number;
  unconfirmed: number;
  /** Undefined if no object can tell. */
  delivered: Delivered | undefined;
  /** When the oldest that waits was sent, in ms since 1970; undefined if none does. */
  oldestWaiting: number | undefined;
  /** The names of objects that did not answer: what they have is not counted. */
  missing: string[];
}

/** The index as an operator reads it: its objects as one list. */
export function createUndeliveredList(env: ApplicationEnv) {
  const objects = objectsOf(env);

  /** An object's answer; undefined if it does not come in time. */
  async function inTime<T>(
    name: string,
    timeoutMs: number,
    ask: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await within(timeoutMs, ask);
    } catch (error) {
      console.error(`${name} did not answer:`, faultLine(error));
      return undefined;
    }
  }

  function ask(name: string, query: ListQuery): Promise<IndexAnswer | undefined> {
    const { prefix = "", after, limit, sentSince, timeoutMs } = query;
    return inTime(name, timeoutMs, async () =>
      objects.undelivered(name).list({ prefix, after, limit, sentSince }),
    );
  }

  return {
    /** A page of the list. An object that does not answer is named, and no error. */
    async page(query: ListQuery): Promise<UndeliveredPage> {
      const names = shardsFor(query.prefix ?? "");
      const answers = await Promise.all(names.map((name) => ask(name, query)));
      return { ...merged(answers, query.limit), missing: names.filter((_, at) => !answers[at]) };
    },

    /** How many applications there are. */
    async counts({
      sentSince,
      timeoutMs,
    }: Pick<ListQuery, "sentSince" | "timeoutMs">): Promise<UndeliveredCounts> {
      const names = shardsFor("");
      const answers = await Promise.all(
        names.map((name) =>
          inTime(name, timeoutMs, async () => objects.undelivered(name).counts(sentSince)),
        ),
      );
      const missing = names.filter((_, at) => !answers[at]);
      return { ...summed(answers.filter((answer) => answer !== undefined)), missing };
    },

    /** Wakes applications that are overdue, in every shard. Never throws. */
    async wakeOverdue(timeoutMs: number): Promise<void> {
      await Promise.all(
        shardsFor("").map((name) =>
          inTime(name, timeoutMs, async () => objects.undelivered(name).wakeOverdue()),
        ),
      );
    },

    /** Removes an entry whose application has nothing left. Never throws: it is shown once more then. */
    async remove(receiptId: string, timeoutMs: number): Promise<void> {
      await within(timeoutMs, async () =>
        objects.undelivered(shardOf(receiptId)).remove(receiptId),
      ).catch((error: unknown) =>
        console.error("An entry could not be removed from the index:", faultLine(error)),
      );
    },
  };
}

function summed(counts: readonly IndexCounts[]) {
  const states = counts.flatMap((one) => one.states);
  const of = (state: string) => states.filter((one) => one.state === state);
  const sumOf = (state: string) => of(state).reduce((sum, { count }) => sum + count, 0);
  const waiting = of("waiting").map(({ oldest }) => oldest);
  const delivered = counts.flatMap((one) => one.delivered ?? []);
  return {
    waiting: sumOf("waiting"),
    failed: sumOf("failed"),
    unconfirmed: sumOf("unconfirmed"),
    delivered:
      delivered.length > 0
        ? { hour: sumUp(delivered, "hour"), day: sumUp(delivered, "day") }
        : undefined,
    oldestWaiting: waiting.length > 0 ? Math.min(...waiting) : undefined,
  };
}

const sumUp = (delivered: readonly Delivered[], span: keyof Delivered) =>
  delivered.reduce((sum, one) => sum + one[span], 0);

/** The answers as one page. */
function merged(answers: (IndexAnswer | undefined)[], limit: number) {
  const all = answers.flatMap((answer) => answer?.applications ?? []).sort(byPlace);
  const applications = all.slice(0, limit);
  const hasMore = all.length > limit || answers.some((answer) => answer?.hasMore);
  const total = answers.reduce((sum, answer) => sum + (answer?.total ?? 0), 0);
  return { total, applications, next: hasMore ? applications.at(-1) : undefined };
}
