import { SLACK_MS, type Book } from "./book";
import type { Settings } from "./conditions";
import { Violation, type Scheduler } from "./scheduler";
import type { Sent, Whereabouts } from "./whereabouts";

const MINUTE = 60_000;

interface CheckOptions {
  scheduler: Scheduler;
  settings: Settings;
  book: Book;
  where: Whereabouts;
}

/** What must hold at every moment, and at the end (design, section 6). */
export class Checks {
  /** The last moment at which something could crash or be lost. */
  lastFault = 0;
  /** How much of what the platform has was checked before. */
  #checked = 0;
  readonly #options: CheckOptions;

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  /** Nothing happens until `next`: what holds now holds until then. */
  check(next: number): void {
    for (const sent of this.#options.book.sents) this.#checkOne(sent, next);
    this.#checkTaken();
  }

  /** What the platform has is what somebody sent, to the byte, and once. */
  #checkTaken(): void {
    const { book, where } = this.#options;
    const { taken, repeats } = where.platform;
    for (const { fields } of taken.slice(this.#checked)) {
      const name = fields.get("first_name");
      const sent = book.sents.find(({ filled }) => filled.name === name);
      if (!sent || !where.isDelivered(sent)) {
        throw new Violation("its own bytes", `${name ?? "somebody"} was delivered as another`);
      }
      const times = taken.filter((one) => one.fields.get("first_name") === name).length;
      // What was corrected, and is sent again all the same, is another application.
      if (times > 1 && repeats !== "neither" && !sent.isReplaced) {
        throw new Violation("exactly once", `${name ?? "somebody"} was delivered ${times} times`);
      }
    }
    this.#checked = taken.length;
  }

  /** What would be left of a form: its CV may go on in the form that corrects it, and names it. */
  #traceOf({ filled }: Sent): string {
    const isReused = this.#options.book.sents.some(
      (other) =>
        other.filled !== filled && filled.cv !== undefined && other.filled.cv === filled.cv,
    );
    return isReused ? filled.answer : filled.name;
  }

  #checkOne(sent: Sent, next: number): void {
    const { settings, scheduler } = this.#options;
    const { filled, toldAt, touchedAt } = sent;
    const { HOLD_MS, DELIVER_FOR_MS, KEEP_FAILED_MS } = settings;
    // A 409 on the last attempt is asked about once more.
    const asked = 1.5 * settings.RETRY_MOST_MS;
    const longest = Math.max(HOLD_MS, DELIVER_FOR_MS + asked + KEEP_FAILED_MS);
    if (
      next > touchedAt + longest + SLACK_MS &&
      this.#options.where.isAnywhere(this.#traceOf(sent))
    ) {
      throw new Violation("nothing personal outlives its time", `${filled.name} is still stored`);
    }
    if (toldAt === undefined || sent.isDropped || sent.isReplaced) return;
    if (this.#options.where.isDelivered(sent)) return;
    if (this.#options.where.platform.knows(filled.name)) return;
    if (!this.#options.where.isHeld(sent)) {
      if (scheduler.now > toldAt + settings.KEEP_FAILED_MS - 10 * MINUTE) return;
      throw new Violation("never lost", `${filled.name} is neither delivered nor held`);
    }
    if (this.#options.where.isListed(sent.receiptId)) {
      sent.unlistedSince = undefined;
      return;
    }
    sent.unlistedSince ??= scheduler.now;
    const since = Math.max(sent.unlistedSince, this.lastFault);
    const { RETRY_MOST_MS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    const repairedBy = since + 2 * RETRY_MOST_MS + 2 * READ_TIMEOUT_MS + 2 * APPLY_TIMEOUT_MS;
    if (next > repairedBy + 5 * MINUTE) {
      throw new Violation(
        "what waits is listed",
        `${filled.name} is held, and no operator sees it`,
      );
    }
  }

  /** Whoever waited behind one `Retry-After` does not come back with all others at once. */
  checkCrowd(): void {
    const { requests } = this.#options.where.platform;
    const later = requests
      .filter((one, place) => requests.findIndex(({ name }) => name === one.name) < place)
      .map(({ startedAt }) => startedAt);
    const most = Math.max(
      ...later.map((at) => later.filter((one) => one >= at && one < at + 1000).length),
    );
    const people = new Set(requests.map(({ name }) => name)).size;
    if (most <= people / 2) return;
    throw new Violation("nothing stampedes", `${most} of ${people} came within a second`);
  }

  /** After everything: nothing is left. */
  checkEnd(): void {
    this.check(Infinity);
    const { where } = this.#options;
    for (const { binding, name, storage } of where.objects.hosts.values()) {
      if (binding === "APPLICATIONS" && !storage.isEmpty) {
        throw new Violation("nothing grows for ever", `${name.slice(0, 6)} has ${storage.text()}`);
      }
    }
    for (const { receiptId, filled } of this.#options.book.sents) {
      if (this.#options.where.isListed(receiptId)) {
        throw new Violation("nothing grows for ever", `${filled.name} is still listed`);
      }
    }
  }
}
