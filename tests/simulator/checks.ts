import { Violation } from "./scheduler";
import type { Sent } from "./locator";
import type { World } from "./world";

const MINUTE = 60_000;

/** Invariants at all times and at the end (design, section 6). */
export class Checks {
  /** How many taken applications have been checked. */
  #checked = 0;

  constructor(private readonly world: World) {}

  /** Checks the time until `next`, the time of the next event. */
  check(next: number): void {
    for (const sent of this.world.recorder.forms) this.#checkOne(sent, next);
    this.#checkTaken();
  }

  /** The platform has each application once, with exact bytes. */
  #checkTaken(): void {
    const { recorder, where, platform } = this.world;
    const { taken, repeats } = platform;
    for (const { fields } of taken.slice(this.#checked)) {
      const name = fields.get("first_name");
      const sent = recorder.forms.find(({ filled }) => filled.name === name);
      if (!sent || !where.isDelivered(sent)) {
        throw new Violation("its own bytes", `${name ?? "somebody"} was delivered as another`);
      }
      const times = taken.filter((one) => one.fields.get("first_name") === name).length;
      // The first form, sent again after its correction, is a new application.
      if (times > 1 && repeats !== "neither" && !sent.isReplaced) {
        throw new Violation("exactly once", `${name ?? "somebody"} was delivered ${times} times`);
      }
    }
    this.#checked = taken.length;
  }

  /** Text that only this form stores. A correction reuses files that contain the name. */
  #traceOf({ filled }: Sent): string {
    const { cv, portfolio } = filled;
    const others = this.world.recorder.forms.filter((other) => other.filled !== filled);
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
    if (hosts.some((host) => next > deadlines.deletedFromHost(host, sent))) {
      throw new Violation("nothing personal outlives its time", `${filled.name} is still stored`);
    }
    if (toldAt === undefined || sent.isDropped || sent.isReplaced) return;
    if (where.isDelivered(sent)) return;
    if (platform.knows(filled.name)) return;
    if (!where.isHeld(sent)) {
      if (scheduler.now > toldAt + settings.KEEP_FAILED_MS - 10 * MINUTE) return;
      throw new Violation("never lost", `${filled.name} is neither delivered nor held`);
    }
    const state = where.getState(sent.receiptId);
    if ((state === "waiting" || state === "sending") && next > deadlines.nextAttempt(sent)) {
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

  /** At the end nothing is stored. */
  checkEnd(): void {
    this.check(Infinity);
    const { where, objects, recorder } = this.world;
    for (const { binding, name, storage, lost } of objects.hosts.values()) {
      // An object that lost its alarm is only woken if it is listed.
      if (binding === "APPLICATIONS" && !storage.isEmpty && !lost) {
        throw new Violation("nothing grows for ever", `${name.slice(0, 6)} has ${storage.text()}`);
      }
    }
    for (const { receiptId, filled } of recorder.forms) {
      if (where.isListed(receiptId)) {
        throw new Violation("nothing grows for ever", `${filled.name} is still listed`);
      }
    }
  }
}
