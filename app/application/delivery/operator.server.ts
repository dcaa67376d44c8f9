import { readSettings } from "../../config/settings.server";
import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import { receiptPrefix } from "../model/receipt";
import { objectsOf, type ApplicationEnv } from "./objects.server";
import type { Export, OperatorView } from "./operator-view";
import type { Place } from "./undelivered";
import { createUndeliveredList } from "./undelivered-list.server";

/** What has become of applications that were to be sent all at once, by how many. */
export interface Queued {
  /** Due now: sent when their turn comes. */
  queued: number;
  /** Being sent at this moment. */
  sending: number;
  /** Most likely delivered: only sent one by one. */
  unconfirmed: number;
  /** Delivered or dropped meanwhile. */
  done: number;
  /** Did not answer. */
  silent: number;
}

interface OperatorList {
  number: string | undefined;
  after: Place | undefined;
  limit: number;
}

/** What an operator may do with applications that have not been delivered. */
export function createOperator(env: ApplicationEnv) {
  const objects = objectsOf(env);
  const list = createUndeliveredList(env);
  const { RECEIPT_MS, READ_TIMEOUT_MS: timeoutMs } = readSettings(env);

  /** Where an application stands. One that has nothing left, or that is not there, leaves the index. */
  async function show(receiptId: string): Promise<OperatorView | undefined> {
    const view = await objects.application(receiptId).view();
    if (!view?.hasContents) await list.remove(receiptId, timeoutMs);
    return view;
  }

  async function queueOne(receiptId: string): Promise<keyof Queued> {
    const view = await within(timeoutMs, async () => objects.application(receiptId).enqueue());
    if (!view?.hasContents) await list.remove(receiptId, timeoutMs);
    switch (view?.state) {
      case "waiting":
        return "queued";
      case "sending":
        return "sending";
      case undefined:
      case "delivered":
      case "already-applied":
      case "failed":
        return "done";
      case "unconfirmed":
        return "unconfirmed";
    }
  }

  return {
    /** A page of what has not been delivered. @param number a receipt's, as in 0000-0001 */
    list: ({ number, after, limit }: OperatorList) =>
      list.page({
        prefix: number === undefined ? "" : receiptPrefix(number),
        after,
        limit,
        sentSince: Date.now() - RECEIPT_MS,
        timeoutMs,
      }),

    /** How many have not been delivered, by state, and how many were lately. */
    counts: () => list.counts({ sentSince: Date.now() - RECEIPT_MS, timeoutMs }),

    /** Wakes applications that are overdue. Never throws. */
    wakeOverdue: () => list.wakeOverdue(timeoutMs),

    show,

    /** What a candidate sent, to be handed over by hand; undefined if nothing is left of it. */
    exported: async (receiptId: string): Promise<Export | undefined> =>
      objects.application(receiptId).exported(),

    /** A field's file that goes with it, as a stream that fails if the file is deleted meanwhile. */
    file: async (receiptId: string, field: string) =>
      objects.application(receiptId).fileForOperator(field),

    /** Sends an application now, or waits for the attempt under way; undefined if there is none. */
    async send(receiptId: string): Promise<OperatorView | undefined> {
      await objects.application(receiptId).sendAgain();
      return show(receiptId);
    },

    /** Gives an application up, and deletes its contents, unless it is being sent at this moment. */
    async drop(receiptId: string): Promise<OperatorView | undefined> {
      await objects.application(receiptId).drop();
      return show(receiptId);
    },

    /** Makes applications due now that wait or have failed. Never throws. */
    async enqueue(receiptIds: string[]): Promise<Queued> {
      const counts: Queued = { queued: 0, sending: 0, unconfirmed: 0, done: 0, silent: 0 };
      const outcomes = await Promise.all(
        receiptIds.map((receiptId) =>
          queueOne(receiptId).catch((error: unknown) => {
            console.error("An application could not be queued:", faultLine(error));
            return "silent" as const;
          }),
        ),
      );
      for (const outcome of outcomes) counts[outcome] += 1;
      return counts;
    },
  };
}
