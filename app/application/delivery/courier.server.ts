import type { Point } from "../../metrics/point";
import type { HiringPlatform } from "../../platform/types";
import { afterAttempt, afterCut } from "./after-attempt";
import { answerOf, type SubmitAnswer } from "./answers";
import { attempt } from "./attempt.server";
import { deliveryPoint } from "./delivery-point";
import type { FileHolder } from "./file-holder.server";
import type { FileStore } from "./file-store.server";
import { nextAttempt, withoutContents, type DeliverySettings } from "./lifecycle";
import type { Listing } from "./listing.server";
import type { ReleaseSettings } from "./release";
import { isUnsent, type ApplicationState, type Sending } from "./state";
import { uploadsOf } from "./state-files";
import type { StateKeeper } from "./state-keeper.server";
import type { StoredApplication } from "./stored-application.server";
import type { Turn } from "./turn.server";

interface CourierOptions {
  storage: Pick<DurableObjectStorage, "setAlarm">;
  stored: StoredApplication;
  keeper: StateKeeper;
  files: FileStore;
  holder: Pick<FileHolder, "isReceiving">;
  listing: Listing;
  turn: Turn;
  platform: () => Pick<HiringPlatform, "apply" | "position">;
  settings: () => DeliverySettings & ReleaseSettings & { BOT_TOKEN_MS: number };
  waitUntil: (work: Promise<unknown>) => void;
  /** Counts what becomes of attempts. Never throws. */
  count: (points: () => readonly Point[]) => void;
}

/**
 * Brings one application to the platform: makes its attempts, one at a time, and does what is due when
 * its alarm rings.
 */
export class Courier {
  readonly #options: CourierOptions;
  /** The attempt that is being made now, by this instance. */
  #underWay: { digest: string; answer: Promise<SubmitAnswer> } | undefined;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** The attempt that is being made now: the digest of what is sent, and what comes of it. */
  get underWay(): { digest: string; answer: Promise<SubmitAnswer> } | undefined {
    return this.#underWay;
  }

  /** Makes an attempt; a repeat that comes meanwhile waits for the same answer. */
  deliver(sending: Sending): Promise<SubmitAnswer> {
    const answer = this.#attempt(sending).finally(() => {
      this.#underWay = undefined;
    });
    this.#underWay = { digest: sending.record.digest, answer };
    return answer;
  }

  /**
   * Mends what a crash or a lost alarm left behind: an attempt that was cut off, an alarm that is missing
   * or late, an index that does not know.
   */
  async resume(): Promise<void> {
    const { stored, keeper } = this.#options;
    if (this.#underWay) return;
    await this.#endCutAttempt();
    const { state } = stored;
    if (!state || isUnsent(state)) return;
    await keeper.rearm(state);
    keeper.list(state);
    await keeper.told();
  }

  async #endCutAttempt(): Promise<void> {
    const { stored, settings } = this.#options;
    const { state } = stored;
    if (state?.state !== "sending") return;
    await this.#settle(state, afterCut(state, settings(), Date.now()));
  }

  /** The alarm rings: does what is due. */
  async wake(): Promise<void> {
    const { storage, stored, keeper, files, holder, listing, settings } = this.#options;
    if (!this.#underWay) await this.#endCutAttempt();
    const { state, touchedAt } = stored;
    const { APPLY_TIMEOUT_MS, HOLD_MS } = settings();
    const now = Date.now();
    // The attempt is late, and ends by itself.
    if (this.#underWay) return storage.setAlarm(now + APPLY_TIMEOUT_MS);
    if (!state) return stored.forget();
    const isUntouched = !holder.isReceiving && touchedAt + HOLD_MS <= now;
    if (!isUnsent(state) && isUntouched && files.hasOthers(uploadsOf(state))) {
      files.discardAllBut(uploadsOf(state));
    }
    if (keeper.dueAt(state) > now) {
      await keeper.arm(state);
      keeper.list(state);
      return;
    }
    switch (state.state) {
      case "sending":
        return keeper.arm(state);
      case "waiting": {
        const next = nextAttempt(state, now);
        if (next) await this.#deliverInTurn(next);
        return;
      }
      case "failed":
      case "unconfirmed":
        if (state.kept) return keeper.settle(withoutContents(state));
    }
    // The last time that the index can be told.
    await listing.tell();
    return stored.forget();
  }

  async #attempt(sending: Sending): Promise<SubmitAnswer> {
    const { keeper, files, turn, platform, waitUntil } = this.#options;
    const settings = this.#options.settings();
    turn.take();
    // Stored before the attempt: the application survives the end of this process.
    await keeper.keep(sending);
    const outcome = await attempt(sending, {
      platform: platform(),
      files,
      botTokenMs: settings.BOT_TOKEN_MS,
    });
    waitUntil(turn.report(sending, outcome));
    const clock = { now: Date.now(), random: Math.random() };
    const next = afterAttempt(sending, outcome, settings, clock);
    await this.#settle(sending, next);
    // Enter it in the index before the candidate reads that it was received.
    await keeper.told();
    return answerOf(next, settings, outcome);
  }

  /** Keeps what an attempt came to, and counts it. */
  async #settle(sending: Sending, next: ApplicationState): Promise<void> {
    const { keeper, listing, waitUntil } = this.#options;
    await keeper.settle(next);
    if (next.state === "delivered") waitUntil(listing.countDelivery(sending.record.receiptId));
    this.#options.count(() => [deliveryPoint(sending, next, Date.now())]);
  }

  /** Makes a later attempt if it is its turn. If not, the alarm asks again when it may be. */
  async #deliverInTurn(asking: Sending): Promise<void> {
    const { stored, keeper, turn, settings } = this.#options;
    const mayGo = await turn.ask(asking, settings());
    // Meanwhile an operator may have sent it or given it up, and its candidate sent it anew.
    const next = this.#underWay || !stored.state ? undefined : nextDue(stored.state);
    const isSame =
      next?.attempts === asking.attempts && next.record.sentAt === asking.record.sentAt;
    if (!isSame) turn.take();
    const { state } = stored;
    if (mayGo && isSame) await this.deliver(next);
    else if (state) {
      await keeper.arm(state);
      keeper.list(state);
    }
    await turn.reported;
  }
}

/** The attempt that an application waits for. */
const nextDue = (state: ApplicationState): Sending | undefined =>
  state.state === "waiting" ? nextAttempt(state, Date.now()) : undefined;
