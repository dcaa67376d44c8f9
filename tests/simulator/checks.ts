import { Violation } from "./scheduler";
import type { Sent } from "./whereabouts";
import type { World } from "./world";

const MINUTE = 60_000;

/** Invariants at every moment, and at the end (design, section 6). */
export class Checks {
  /** How much of what the platform has was checked before. */
  #checked = 0;

  constructor(private readonly world: World) {}

  /** Nothing happens until `next`: what holds now holds until then. */
  check(next: number): void {
    for (const sent of this.world.book.sents) this.#checkOne(sent, next);
    this.#checkTaken();
  }

  /** The platform has each application once, byte for byte. */
  #checkTaken(): void {
    const { book, where, platform } = this.world;
    const { taken, repeats } = platform;
    for (const { fields } of taken.slice(this.#checked)) {
      const name = fields.get("first_name");
      const sent = book.sents.find(({ filled }) => filled.name === name);
      if (!sent || !where.isDelivered(sent)) {
        throw new Violation("its own bytes", `${name ?? "somebody"} was delivered as another`);
      }
      const times = taken.filter((one) => one.fields.get("first_name") === name).length;
      // The first form, sent again after its correction, is another application.
      if (times > 1 && repeats !== "neither" && !sent.isReplaced) {
        throw new Violation("exactly once", `${name ?? "somebody"} was delivered ${times} times`);
      }
    }
    this.#checked = taken.length;
  }

  /** A text that only this form has stored. A correction reuses files that contain the name. */
  #traceOf({ filled }: Sent): string {
    const { cv, portfolio } = filled;
    const others = this.world.book.sents.filter((other) => other.filled !== filled);
    const isReused = others.some(
      (other) =>
        (cv !== undefined && other.filled.cv === cv) ||
        (portfolio !== undefined && other.filled.portfolio === portfolio),
    );
    return isReused ? filled.answer : filled.name;
  }

  #checkOne(sent: Sent, next: number): void {
    const { settings, scheduler, platform, where, deadlines } = this.world;
    const { filled, toldAt } = sent;
    const hosts = next > deadlines.deleted(sent) ? where.hostsWith(this.#traceOf(sent)) : [];
    if (hosts.some((host) => next > deadlines.deletedIn(host, sent))) {
      throw new Violation("nothing personal outlives its time", `${filled.name} is still stored`);
    }
    if (toldAt === undefined || sent.isDropped || sent.isReplaced) return;
    if (where.isDelivered(sent)) return;
    if (platform.knows(filled.name)) return;
    if (!where.isHeld(sent)) {
      if (scheduler.now > toldAt + settings.KEEP_FAILED_MS - 10 * MINUTE) return;
      throw new Violation("never lost", `${filled.name} is neither delivered nor held`);
    }
    const state = where.stateOf(sent.receiptId);
    if ((state === "waiting" || state === "sending") && next > deadlines.askedAgain(sent)) {
      throw new Violation("the platform is asked again", `${filled.name} waits for ever`);
    }
    if (where.isListed(sent.receiptId)) {
      sent.unlistedSince = undefined;
      return;
    }
    sent.unlistedSince ??= scheduler.now;
    if (next > deadlines.listed(sent)) {
      throw new Violation(
        "what waits is listed",
        `${filled.name} is held, and no operator sees it`,
      );
    }
  }

  /** Applications that waited for one `Retry-After` do not all come back at once. */
  checkCrowd(): void {
    const { requests } = this.world.platform;
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
    const { where, objects, book } = this.world;
    for (const { binding, name, storage, lost } of objects.hosts.values()) {
      // Nothing wakes an object that lost its alarm, unless it is in a list.
      if (binding === "APPLICATIONS" && !storage.isEmpty && !lost) {
        throw new Violation("nothing grows for ever", `${name.slice(0, 6)} has ${storage.text()}`);
      }
    }
    for (const { receiptId, filled } of book.sents) {
      if (where.isListed(receiptId)) {
        throw new Violation("nothing grows for ever", `${filled.name} is still listed`);
      }
    }
  }
}
