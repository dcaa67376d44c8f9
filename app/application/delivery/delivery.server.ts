import * as z from "zod";
import { createPlatform } from "~/app/config/platform.server";
import { readSettings } from "~/app/config/settings.server";
import { recordPoints } from "~/app/metrics/metrics.server";
import { withTimeout } from "~/app/runtime/deadline.server";
import { formatError } from "~/app/runtime/log.server";
import { afterAttempt, afterCut } from "./after-attempt";
import { createSubmitResult, operatorLogLine, type SubmitResult } from "./answers";
import { makeAttempt } from "./attempt.server";
import type { AttemptOutcome } from "./attempt-outcome";
import { retryDelay } from "./backoff";
import { createDeliveryPoint } from "./delivery-point";
import { alarmTime, forgetFiles, startNextAttempt, withoutContents } from "./lifecycle";
import { getObjects, type ObjectsEnv } from "./objects.server";
import { shouldReportFirst, createReport } from "./release";
import { isUnsent, getUploads, type ApplicationState, type Sending, type Waiting } from "./state";
import type { Store } from "./store.server";
import { createEntry, entrySchema, isUpToDate, shardName } from "./undelivered";
import type { Uploads } from "./uploads.server";

const LIMITER_TIMEOUT_MS = 3000;

/** How long an index update may delay the response to a candidate, in ms. */
const INDEX_WAIT_MS = 1000;

/** The last entry sent to the index. `entry` is missing until the index confirms it. */
const indexedSchema = z.object({ receiptId: z.string(), entry: entrySchema.optional() });
type Indexed = z.infer<typeof indexedSchema>;

/**
 * The next request for a release slot. `isFallback`: the limiter did not respond to the last request.
 * `askedAt`: time of that request, which is in the future only if the clock was set back.
 */
const slotSchema = z.object({
  askAt: z.number(),
  askedAt: z.number().optional(),
  isFallback: z.boolean(),
});
type Slot = z.infer<typeof slotSchema>;

type Objects = ReturnType<typeof getObjects>;

/**
 * Delivers one application: makes its attempts one at a time, stores the results, sets the alarm, and keeps
 * the operator's index up to date.
 */
export class Delivery {
  /** The running attempt, with the digest of its contents. */
  underWay: { digest: string; answer: Promise<SubmitResult> } | undefined;
  #currentUpdate: Promise<void> | undefined;
  /** Resolves when the last index update has succeeded or failed. */
  #indexUpdate: Promise<void> = Promise.resolve();
  #report: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly env: ObjectsEnv,
    private readonly context: Pick<DurableObjectState, "storage" | "waitUntil">,
    private readonly store: Store,
    private readonly uploads: Uploads,
  ) {}

  /** Makes an attempt. Repeats that arrive during the attempt get the same result (`underWay`). */
  deliver(sending: Sending): Promise<SubmitResult> {
    const answer = this.#attempt(sending).finally(() => {
      this.underWay = undefined;
    });
    this.underWay = { digest: sending.record.digest, answer };
    return answer;
  }

  /** Stores an application for the alarm to send (`leaveToAlarm`). */
  async deliverLater(waiting: Waiting): Promise<SubmitResult> {
    await this.settle(waiting);
    return this.resultOnceListed(waiting);
  }

  /** Returns the result of a form left to the alarm, after the index lists it. Doesn't wait for an attempt. */
  async resultOnceListed(state: ApplicationState): Promise<SubmitResult> {
    // A crash may have interrupted an earlier update.
    this.#updateIndex(state);
    await this.#waitForIndex();
    return createSubmitResult(state, this.#settings);
  }

  async save(next: ApplicationState): Promise<void> {
    const unneeded = this.store.put(next);
    if (unneeded.length === 0) return this.setAlarm(next);
    // Store the state first: a failed deletion, for example in a damaged database, rolls back earlier writes
    // and ends this object. The previous state's alarm then repeats the deletion.
    await this.context.storage.sync();
    this.store.tryToDelete(unneeded);
    const { state } = this.store;
    if (state) await this.setAlarm(state);
  }

  /** Deletes files that the state does not need. After a failure, tries again when `HOLD_MS` has passed. */
  async #deleteOtherFiles(state: ApplicationState): Promise<void> {
    const { kv } = this.context.storage;
    kv.put("deleteAt", Date.now() + this.#settings.HOLD_MS);
    await this.save(state);
    await this.context.storage.sync();
    if (this.store.tryToDelete(getUploads(state), "others")) kv.delete("deleteAt");
  }

  /** Time from which unneeded files may be deleted, in ms since 1970. */
  get #deleteAt(): number {
    const { kv } = this.context.storage;
    const { HOLD_MS } = this.#settings;
    const afterFailure = kv.get("deleteAt");
    return Math.max(
      this.uploads.touchedAt + HOLD_MS,
      typeof afterFailure === "number" ? afterFailure : 0,
    );
  }

  /** Stores a state, starts an index update, and logs the line for operators, if any. */
  async settle(next: ApplicationState): Promise<void> {
    const saving = this.save(next);
    // Start the update now, so that one disk write stores both.
    this.#updateIndex(next);
    await saving;
    const line = operatorLogLine(next);
    if (line !== undefined) console.error(line);
  }

  /** Sets the alarm for the next attempt, deletion or index update. */
  setAlarm(state: ApplicationState): Promise<void> {
    const { RETRY_MAX_MS } = this.#settings;
    const hasMore = this.uploads.isReceiving || this.store.hasOtherFiles(getUploads(state));
    return this.context.storage.setAlarm(
      Math.min(
        this.alarmTime(state),
        hasMore ? this.#deleteAt : Infinity,
        this.#isIndexed(state) ? Infinity : Date.now() + RETRY_MAX_MS,
      ),
    );
  }

  /** Sets the alarm if the state's alarm would keep an abandoned upload too long. */
  async setAlarmForUpload(state: ApplicationState): Promise<void> {
    if (this.alarmTime(state) > this.#deleteAt) await this.setAlarm(state);
  }

  /** Alarm time for a state, in ms since 1970. */
  alarmTime(state: ApplicationState): number {
    const due = alarmTime(state, this.uploads.touchedAt, this.#settings);
    const isOnItsWay = state.state === "waiting" || state.state === "sending";
    return isOnItsWay ? Math.max(due, this.#slot?.askAt ?? 0) : due;
  }

  /**
   * Recovers from a crash or a lost alarm: ends an interrupted attempt, restores the alarm and updates the
   * index.
   */
  async resume(): Promise<void> {
    if (this.underWay) return;
    await this.#endCutAttempt();
    const { state } = this.store;
    if (!state || isUnsent(state)) return;
    const { storage } = this.context;
    const now = Date.now();
    // Storage may still have an alarm that the runtime has lost. Setting a new time restores the alarm.
    if (this.alarmTime(state) <= now) await storage.setAlarm(now);
    else if ((await storage.getAlarm()) === null) await this.setAlarm(state);
    this.restoreIndexEntry(state);
    this.#updateIndex(state);
    await this.#waitForIndex();
  }

  async onAlarm(): Promise<void> {
    if (!this.underWay) await this.#endCutAttempt();
    const { state } = this.store;
    const { APPLY_TIMEOUT_MS } = this.#settings;
    const now = Date.now();
    // This alarm is a fallback. The running attempt sets another alarm when it ends.
    if (this.underWay) return this.context.storage.setAlarm(now + APPLY_TIMEOUT_MS);
    if (!state) return this.store.clear();
    const isDeletionDue = this.#deleteAt <= now && this.alarmTime(state) > now;
    if (isDeletionDue && this.store.hasOtherFiles(getUploads(state))) {
      await this.#deleteOtherFiles(state);
    }
    if (this.alarmTime(state) > now || state.state === "sending") {
      await this.setAlarm(state);
      this.#updateIndex(state);
      return;
    }
    if (state.state === "waiting") return this.#deliverIfReleased();
    if ("kept" in state && state.kept) return this.settle(withoutContents(state));
    const memory = isUnsent(state) ? forgetFiles(state) : undefined;
    if (memory) return this.save(memory);
    // After `clear`, this object can no longer update the index.
    await this.#syncIndex();
    return this.store.clear();
  }

  async #endCutAttempt(): Promise<void> {
    const { state } = this.store;
    if (state?.state !== "sending") return;
    await this.#settleAttempt(state, afterCut(state, this.#settings, Date.now()));
  }

  async #attempt(sending: Sending): Promise<SubmitResult> {
    const settings = this.#settings;
    this.#leaveQueue();
    // Store the application first, so that it survives a crash.
    await this.save(sending);
    const outcome = await makeAttempt(sending, {
      platform: createPlatform(this.env),
      store: this.store,
      botTokenMs: settings.BOT_TOKEN_MS,
      receiptMs: settings.RECEIPT_MS,
    });
    this.context.waitUntil(this.#reportToLimiter(sending, outcome));
    const clock = { now: Date.now(), random: Math.random() };
    const next = afterAttempt(sending, outcome, settings, clock);
    await this.#settleAttempt(sending, next);
    // Wait briefly, so that the index lists the application before the candidate sees the receipt.
    await this.#waitForIndex();
    return createSubmitResult(next, settings, outcome);
  }

  async #settleAttempt(sending: Sending, next: ApplicationState): Promise<void> {
    await this.settle(next);
    if (next.state === "delivered") {
      this.context.waitUntil(this.#countDelivery(sending.record.receiptId));
    }
    recordPoints(this.env, () => [createDeliveryPoint(sending, next, Date.now())]);
  }

  /** Makes a later attempt if the release limiter allows it. Otherwise, sets the alarm. */
  async #deliverIfReleased(): Promise<void> {
    const requested = this.#nextDueAttempt();
    if (!requested) return;
    const isReleased = await this.#requestSlot(requested);
    // Meanwhile, an operator or the candidate may have changed the application.
    const next = this.#nextDueAttempt();
    const isSame =
      next?.attempts === requested.attempts && next.record.sentAt === requested.record.sentAt;
    if (!isSame) this.#leaveQueue();
    const { state } = this.store;
    if (isReleased && isSame) {
      await this.deliver(next);
      await this.#report;
    } else if (state) {
      await this.setAlarm(state);
      this.#updateIndex(state);
    }
  }

  #nextDueAttempt(): Sending | undefined {
    const { state } = this.store;
    const isWaiting = !this.underWay && state?.state === "waiting";
    return isWaiting ? startNextAttempt(state, Date.now()) : undefined;
  }

  /** Requests a release slot. After two unanswered requests in a row, returns true. */
  async #requestSlot({ attempts, record, contents }: Sending): Promise<boolean> {
    const settings = this.#settings;
    const now = Date.now();
    const end = record.sentAt + settings.DELIVER_FOR_MS;
    const wait = await this.#callLimiter(contents.clientUuid, (limiter) =>
      limiter.requestSlot(record.receiptId, now >= end),
    );
    if (wait === 0 || (wait === undefined && this.#slot?.isFallback)) return true;
    const askAt = now + (wait ?? Math.ceil(retryDelay(attempts, settings, 1) * Math.random()));
    this.context.storage.kv.put("slot", {
      // Request the last attempt when the delivery time ends, even if the limiter's delay is longer.
      askAt: now < end ? Math.min(askAt, end) : askAt,
      askedAt: now,
      isFallback: wait === undefined,
    } satisfies Slot);
    return false;
  }

  get #slot(): Slot | undefined {
    const { data } = slotSchema.safeParse(this.context.storage.kv.get("slot"));
    return data?.askedAt !== undefined && data.askedAt > Date.now() ? undefined : data;
  }

  #leaveQueue(): void {
    const { kv } = this.context.storage;
    if (kv.get("slot") !== undefined) kv.delete("slot");
  }

  /** Reports the result of an attempt to the release limiter. Skips most first attempts. */
  #reportToLimiter({ attempts, record, contents }: Sending, outcome: AttemptOutcome) {
    const report = createReport(record.receiptId, outcome);
    if (attempts === 1 && !shouldReportFirst(report)) return Promise.resolve();
    const { clientUuid } = contents;
    this.#report = this.#callLimiter(clientUuid, (limiter) => limiter.report(report));
    return this.#report;
  }

  /** Calls the release limiter. @returns undefined if the call fails */
  async #callLimiter<T>(
    clientUuid: string,
    call: (limiter: ReturnType<Objects["release"]>) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      const limiter = getObjects(this.env).release(clientUuid);
      return await withTimeout(LIMITER_TIMEOUT_MS, () => call(limiter));
    } catch (error) {
      console.error("The release limiter could not be reached:", formatError(error));
      return undefined;
    }
  }

  /** Whether the index is known to be up to date for a state. */
  #isIndexed(state: ApplicationState): boolean {
    const stored = this.context.storage.kv.get("indexed");
    if (stored === undefined) return createEntry(state) === undefined;
    const entry = indexedSchema.safeParse(stored).data?.entry;
    return entry !== undefined && isUpToDate(entry, state);
  }

  /** Sends the entry of a failed or unconfirmed application again, even if the index has confirmed it. */
  restoreIndexEntry(state: ApplicationState): void {
    if (!("kept" in state) || !state.kept) return;
    this.context.storage.kv.delete("indexed");
    this.#updateIndex(state);
  }

  /** Starts an index update if needed. The alarm retries a failed update (`setAlarm`). */
  #updateIndex(state: ApplicationState): void {
    if (this.#isIndexed(state)) return;
    this.#indexUpdate = this.#syncIndex()
      .then(() => {
        const { state: current } = this.store;
        return current && this.setAlarm(current);
      })
      .catch((error: unknown) =>
        console.error("The undelivered index could not be updated:", formatError(error)),
      );
    this.context.waitUntil(this.#indexUpdate);
  }

  /** Waits at most `INDEX_WAIT_MS` for the index update. Never throws. */
  async #waitForIndex(): Promise<void> {
    await withTimeout(INDEX_WAIT_MS, () => this.#indexUpdate).catch(() =>
      console.error("The undelivered index is slow: continuing without it"),
    );
  }

  /** Updates the index until it has the current state or a call fails. Updates run one at a time. */
  #syncIndex(): Promise<void> {
    const update = async () => {
      try {
        let { state } = this.store;
        while (state && !this.#isIndexed(state)) {
          await this.#sendEntry(state);
          ({ state } = this.store);
        }
      } catch (error) {
        console.error("The undelivered index could not be reached:", formatError(error));
      }
    };
    this.#currentUpdate ??= update().finally(() => {
      this.#currentUpdate = undefined;
    });
    return this.#currentUpdate;
  }

  async #sendEntry(state: ApplicationState): Promise<void> {
    const { kv } = this.context.storage;
    const entry = createEntry(state);
    const before = indexedSchema.safeParse(kv.get("indexed")).data;
    const receiptId = before?.receiptId ?? (isUnsent(state) ? undefined : state.record.receiptId);
    if (receiptId === undefined) {
      kv.delete("indexed");
      return;
    }
    // Store no entry before the index has confirmed the update.
    kv.put("indexed", { receiptId } satisfies Indexed);
    await this.#callIndex(receiptId, (shard) =>
      entry ? shard.put(entry) : shard.remove(receiptId),
    );
    // The application may have been deleted in the meantime.
    if (kv.get("indexed") === undefined) return;
    if (entry) kv.put("indexed", { receiptId, entry } satisfies Indexed);
    else kv.delete("indexed");
  }

  /** Counts a delivery in the index. The count is approximate, because calls may fail. Never throws. */
  async #countDelivery(receiptId: string): Promise<void> {
    try {
      await this.#callIndex(receiptId, (shard) => shard.countDelivery());
    } catch (error) {
      console.warn("A delivery may not have been counted:", formatError(error));
    }
  }

  #callIndex(
    receiptId: string,
    call: (shard: ReturnType<Objects["undelivered"]>) => Promise<void>,
  ): Promise<void> {
    return withTimeout(this.#settings.READ_TIMEOUT_MS, async () =>
      call(getObjects(this.env).undelivered(shardName(receiptId))),
    );
  }

  get #settings() {
    return readSettings(this.env);
  }
}
