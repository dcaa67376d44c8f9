import { Violation } from "./scheduler";
import type { Sent } from "./locator";
import type { World } from "./world";

const MINUTE = 60_000;

export class Checks {
  #checked = 0;

  constructor(private readonly world: World) {}

  /** Checks the current state. @param next the time of the next event, until which this state lasts */
  check(next: number): void {
    for (const sent of this.world.recorder.forms) this.#checkForm(sent, next);
    this.#checkTaken();
  }

  /** Checks newly accepted applications for changed contents and duplicates. */
  #checkTaken(): void {
    const { recorder, locator, platform } = this.world;
    const { taken, repeats } = platform;
    for (const { fields } of taken.slice(this.#checked)) {
      const name = fields.get("first_name");
      const sent = recorder.forms.find(({ filled }) => filled.name === name);
      if (!sent || !locator.isDelivered(sent)) {
        throw new Violation(
          "exact contents",
          `${name ?? "an application without a name"} was delivered with other contents`,
        );
      }
      const times = taken.filter(({ fields }) => fields.get("first_name") === name).length;
      // A form that is sent again after its correction is a new application.
      if (times > 1 && repeats !== "neither" && !sent.isReplaced) {
        throw new Violation("exactly once", `${name} was delivered ${times} times`);
      }
    }
    this.#checked = taken.length;
  }

  /** Returns a string that only this form contains. A reused file contains the name of the first form. */
  #uniqueText({ filled }: Sent): string {
    const { cv, portfolio } = filled;
    const others = this.world.recorder.forms.filter((other) => other.filled !== filled);
    const isReused = others.some(
      (other) =>
        (cv !== undefined && other.filled.cv === cv) ||
        (portfolio !== undefined && other.filled.portfolio === portfolio),
    );
    return isReused ? filled.answer : filled.name;
  }

  #checkForm(sent: Sent, next: number): void {
    const { settings, scheduler, platform, locator, deadlines } = this.world;
    const { filled, promisedAt } = sent;
    const hosts = next > deadlines.deleted(sent) ? locator.hostsWith(this.#uniqueText(sent)) : [];
    if (hosts.some((host) => next > deadlines.deletedFromHost(host, sent))) {
      throw new Violation("personal data is deleted on time", `${filled.name} is still stored`);
    }
    if (promisedAt === undefined || sent.isDropped || sent.isReplaced) return;
    if (locator.isDelivered(sent)) return;
    if (platform.knows(filled.name)) return;
    if (!locator.isHeld(sent)) {
      if (scheduler.now > promisedAt + settings.KEEP_FAILED_MS - 10 * MINUTE) return;
      throw new Violation("never lost", `${filled.name} is neither delivered nor stored`);
    }
    const state = locator.getState(sent.receiptId);
    if ((state === "waiting" || state === "sending") && next > deadlines.nextAttempt(sent)) {
      throw new Violation("retried", `${filled.name} waits forever`);
    }
    if (locator.isListed(sent.receiptId)) {
      sent.unlistedSince = undefined;
      return;
    }
    sent.unlistedSince ??= scheduler.now;
    if (next > deadlines.listed(sent)) {
      throw new Violation(
        "listed if undelivered",
        `${filled.name} is stored, but not listed for operators`,
      );
    }
  }

  /** Checks that at most half of a crowd is resent within one second. */
  checkCrowd(): void {
    const { requests } = this.world.platform;
    const later = requests
      .filter((request, place) => requests.findIndex(({ name }) => name === request.name) < place)
      .map(({ startedAt }) => startedAt);
    const most = Math.max(
      ...later.map((from) => later.filter((at) => at >= from && at < from + 1000).length),
    );
    const people = new Set(requests.map(({ name }) => name)).size;
    if (most <= people / 2) return;
    throw new Violation("no stampede", `${most} of ${people} were resent within a second`);
  }

  /** Checks at the end of a schedule that applications are deleted and no longer listed. */
  checkEnd(): void {
    this.check(Infinity);
    const { locator, objects, recorder } = this.world;
    for (const { binding, name, storage, lost } of objects.hosts.values()) {
      // If an object lost its alarm and is not in the index, the watchdog does not wake it.
      if (binding === "APPLICATIONS" && !storage.isEmpty && !lost) {
        throw new Violation("everything is deleted", `${name.slice(0, 6)} has ${storage.text()}`);
      }
    }
    for (const { receiptId, filled } of recorder.forms) {
      if (locator.isListed(receiptId)) {
        throw new Violation("everything is deleted", `${filled.name} is still listed`);
      }
    }
  }
}
