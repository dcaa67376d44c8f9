import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import { operatorLine } from "./answers";
import type { FileHolder } from "./file-holder.server";
import type { FileStore } from "./file-store.server";
import { dueAt, type DeliverySettings } from "./lifecycle";
import type { Listing } from "./listing.server";
import type { ApplicationState } from "./state";
import { uploadsOf } from "./state-files";
import type { StoredApplication } from "./stored-application.server";
import type { Turn } from "./turn.server";

/** How long a candidate's answer waits for the index, in ms. */
const TOLD_WITHIN_MS = 1000;

interface StateKeeperOptions {
  storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;
  stored: StoredApplication;
  files: FileStore;
  listing: Listing;
  turn: Turn;
  /** Whether a file is coming in at this moment. */
  holder: () => Pick<FileHolder, "isReceiving">;
  settings: () => DeliverySettings;
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Keeps what becomes of one application: stores its state, sets the alarm to what is due next, and tells
 * the index.
 */
export class StateKeeper {
  readonly #options: StateKeeperOptions;
  /** Settled when the index was told, or could not be. */
  #telling: Promise<void> = Promise.resolve();

  constructor(options: StateKeeperOptions) {
    this.#options = options;
  }

  /** Stores a state, and sets the alarm. */
  keep(next: ApplicationState): Promise<void> {
    this.#options.stored.put(next);
    return this.arm(next);
  }

  /** Stores a state, tells the index, and logs what an operator must know. */
  async settle(next: ApplicationState): Promise<void> {
    await this.keep(next);
    this.list(next);
    const line = operatorLine(next);
    if (line !== undefined) console.error(line);
  }

  /** Sets the alarm to what is due next. */
  arm(state: ApplicationState): Promise<void> {
    const { storage, files, listing, holder, settings } = this.#options;
    const { HOLD_MS, RETRY_MOST_MS } = settings();
    const holdsMore = holder().isReceiving || files.hasOthers(uploadsOf(state));
    const dues = [
      this.dueAt(state),
      ...(holdsMore ? [this.#touchedAt + HOLD_MS] : []),
      ...(listing.isRight(state) ? [] : [Date.now() + RETRY_MOST_MS]),
    ];
    return storage.setAlarm(Math.min(...dues));
  }

  /**
   * Sets an alarm that was lost or is late. An object may still know of an alarm that the runtime has
   * forgotten, so what is overdue is set to another time, and rings.
   */
  async rearm(state: ApplicationState): Promise<void> {
    const { storage } = this.#options;
    const now = Date.now();
    if (this.dueAt(state) <= now) await storage.setAlarm(now);
    else if ((await storage.getAlarm()) === null) await this.arm(state);
  }

  /** Waits until the index was told, a second at most. Never throws. */
  async told(): Promise<void> {
    await within(TOLD_WITHIN_MS, () => this.#telling).catch(() =>
      console.error("The index is slow: an answer does not wait for it"),
    );
  }

  /** When something is to be done about a state, in ms since 1970. */
  dueAt(state: ApplicationState): number {
    const due = dueAt(state, this.#touchedAt, this.#options.settings());
    const isOnItsWay = state.state === "waiting" || state.state === "sending";
    return isOnItsWay ? Math.max(due, this.#options.turn.askAt) : due;
  }

  /**
   * Begins to tell the index of a state, if there is news for it. Until it has answered, the alarm is set
   * to tell it again (`arm`).
   */
  list(state: ApplicationState): void {
    const { stored, listing, waitUntil } = this.#options;
    if (listing.isRight(state)) return;
    this.#telling = listing
      .tell()
      .then(() => {
        const now = stored.state;
        return now && this.arm(now);
      })
      .catch((error: unknown) =>
        console.error("An application could not tell the index:", faultLine(error)),
      );
    waitUntil(this.#telling);
  }

  /** While a file is coming in, the application counts as touched. */
  get #touchedAt(): number {
    const { holder, stored } = this.#options;
    return holder().isReceiving ? Date.now() : stored.touchedAt;
  }
}
