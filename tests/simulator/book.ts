import { createHash } from "node:crypto";
import { mayHaveArrived, meaningOf, type Meaning } from "./answers";
import type { Settings } from "./conditions";
import type { Platform, Request } from "./platform";
import { Violation, type Scheduler } from "./scheduler";
import type { Objects } from "./objects";

export const POSITION = "position-1";

/** What a candidate filled in. */
export interface Filled {
  /** The first name: nobody else's, and found wherever these contents are. */
  name: string;
  lastName: string;
  phone: string;
  answer: string;
  /** The bytes of the CV, as Latin-1. */
  cv: string | undefined;
}

/** One form that was sent, once or several times under the same id. */
export interface Sent {
  filled: Filled;
  receiptId: string;
  /** When the candidate or the operator last did something about it. */
  touchedAt: number;
  /** When the candidate was told that it was received. */
  toldAt?: number;
  /** How often it is being sent at this moment, and whether one sending ended without an answer. */
  open: number;
  isUnknown?: true;
  isDropped?: true;
  /** Other contents were sent in its place. */
  isReplaced?: true;
  unlistedSince?: number | undefined;
}

/** What a candidate reads. `broken`: an error, after which nobody knows anything. */
type Told =
  | { outcome: "accepted"; receipt: { standing: Standing } }
  | { outcome: "broken" | "refused" | "unreachable" | "already-applied" | "taken" | "cv-gone" };

export type Standing = "delivered" | "on-its-way" | "undelivered" | "already-applied";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What alarms that come late, crashes and timeouts may add to a time. */
const SLACK_MS = 1.5 * HOUR;
/** However long the platform asks us to wait, it is asked again after an hour and its jitter. */
const SILENCE_MS = 2.75 * HOUR;

interface BookOptions {
  scheduler: Scheduler;
  objects: Objects;
  platform: Platform;
  settings: Settings;
}

/** What everybody did and was told, and whether that was true (design, section 6). */
export class Book {
  readonly sents: Sent[] = [];
  lastFault = 0;
  readonly #options: BookOptions;
  /** When a candidate or an operator last asked for an attempt, by key. */
  /** When a candidate or an operator last asked for an attempt, by first name. */
  readonly #asked = new Map<string, number>();
  /** Whoever was told that nothing was sent, and has not sent it since. */
  readonly #ended = new Set<string>();

  constructor(options: BookOptions) {
    this.#options = options;
  }

  /** A candidate sends a form. @returns what is known of it */
  sends(key: string, filled: Filled): Sent {
    const { scheduler } = this.#options;
    this.asks(filled.name);
    let sent = this.sents.find((one) => one.filled === filled);
    if (!sent) {
      const receiptId = createHash("sha256").update(key).digest("hex");
      sent = { filled, receiptId, touchedAt: 0, open: 0 };
      this.sents.push(sent);
    }
    sent.touchedAt = scheduler.now;
    sent.open += 1;
    return sent;
  }

  /** A candidate reads the answer. @param since when the form was sent */
  answers(sent: Sent, answer: Told, by: { receiptId: string } | undefined, since: number): void {
    sent.touchedAt = this.#options.scheduler.now;
    sent.open -= 1;
    const { outcome } = answer;
    if (outcome === "broken") sent.isUnknown = true;
    if (outcome === "accepted") {
      sent.receiptId = by?.receiptId ?? sent.receiptId;
      this.#replace(sent);
      sent.toldAt ??= this.#options.scheduler.now;
      this.stands(sent, answer.receipt.standing);
      return;
    }
    if (outcome === "already-applied") this.#alreadyApplied(sent);
    if (outcome === "refused" || outcome === "unreachable") this.#refused(sent, outcome, since);
    const isOver = sent.open === 0 && !sent.isUnknown && sent.toldAt === undefined;
    if (isOver && outcome !== "broken") this.#ended.add(sent.filled.name);
  }

  /** Somebody asks for an attempt. */
  asks(name: string): void {
    this.#asked.set(name, this.#options.scheduler.now);
    this.#ended.delete(name);
  }

  /** What an operator finds in the list. */
  get waiting(): string[] {
    const receiptIds = new Set(this.sents.map(({ receiptId }) => receiptId));
    return [...receiptIds].filter((receiptId) => this.#isListed(receiptId));
  }

  /** An operator sends what is in an object again, or drops it. */
  operates(receiptId: string, drops: boolean): void {
    for (const sent of this.sents) {
      if (sent.receiptId !== receiptId) continue;
      sent.touchedAt = this.#options.scheduler.now;
      if (!drops) this.asks(sent.filled.name);
      else if (this.isHeld(sent)) sent.isDropped = true;
    }
  }

  /** An attempt leaves for the platform. */
  attempts(request: Request): void {
    const { platform, settings } = this.#options;
    const { name } = request;
    if (this.#ended.has(name)) {
      throw new Violation("an error that was told is the end", `${name} is sent after it`);
    }
    const before = platform.requests.filter((one) => one.name === name).at(-1);
    platform.requests.push(request);
    if (settings.RETRY_AMBIGUOUS === "on" || !before || !mayHaveArrived(before.seen)) return;
    if ((this.#asked.get(name) ?? 0) >= before.startedAt) return;
    const answer = before.seen?.status ?? "no answer";
    throw new Violation("RETRY_AMBIGUOUS=off", `${name} is sent again after ${answer}`);
  }

  /** A form that was refused for good may be mended, and sent under the same id. */
  #replace(by: Sent): void {
    for (const sent of this.sents) {
      const isReplaced = sent !== by && sent.receiptId === by.receiptId;
      if (isReplaced && this.#refusals(sent) > 0) sent.isReplaced = true;
    }
  }

  #refusals({ filled }: Sent): number {
    return this.#meanings(filled.name).filter((one) => one === "refused").length;
  }

  #meanings(name: string, since = 0): Meaning[] {
    return this.#options.platform.requests
      .filter((one) => one.name === name && (one.seenAt ?? Infinity) >= since)
      .map(({ seen }) => meaningOf(seen));
  }

  /** What the candidate read: refused, or not reachable. @param since when it was sent */
  #refused(sent: Sent, outcome: "refused" | "unreachable", since: number): void {
    if (this.#options.settings.DELIVER_LATER === "off") return;
    const meanings = this.#meanings(sent.filled.name, since);
    const isRefused = meanings.some((one) => one === "refused" || one === "error-with-detail");
    if (outcome === "refused" && isRefused) return;
    throw new Violation(
      "an application is taken when the platform is away",
      `${sent.filled.name} was told ${outcome}; the platform's answers: ${meanings.join(", ")}`,
    );
  }

  /** What the candidate read: you have already applied. */
  #alreadyApplied({ filled }: Sent): void {
    if (this.#options.platform.knows(filled.name)) return;
    throw new Violation("what is told is true", `${filled.name} has not applied yet`);
  }

  /** What a receipt says; undefined: there is none (any more). */
  stands(sent: Sent, standing: Standing | undefined): void {
    if (sent.isReplaced || sent.isDropped || sent.toldAt === undefined) return;
    const { scheduler, settings, platform } = this.#options;
    const { name } = sent.filled;
    const { now } = scheduler;
    const isThere = this.isDelivered(sent) || this.isHeld(sent);
    if (standing === undefined) {
      if (now > sent.toldAt - HOUR + settings.RECEIPT_MS) return;
      throw new Violation("a receipt lasts", `${name} has none`);
    }
    if (standing === "already-applied") this.#alreadyApplied(sent);
    if (standing === "delivered" && !isThere && now < sent.touchedAt + settings.KEEP_FAILED_MS) {
      throw new Violation("what is told is true", `${name} is said to be delivered, and is not`);
    }
    if (standing === "on-its-way" && !isThere) {
      throw new Violation("what is told is true", `${name} is said to be on its way, and is gone`);
    }
    if (standing === "on-its-way") {
      const last = Math.max(sent.touchedAt, ...platform.requests.map(({ startedAt }) => startedAt));
      if (now - last > SILENCE_MS) {
        const hours = ((now - last) / HOUR).toFixed(1);
        throw new Violation("the platform is asked again", `${name} waits, silent for ${hours} h`);
      }
    }
    if (standing === "undelivered") this.#justified(sent);
  }

  isDelivered({ filled }: Sent): boolean {
    return this.#options.platform.taken.some(
      ({ fields, cv }) =>
        fields.get("first_name") === filled.name &&
        fields.get("last_name") === filled.lastName &&
        fields.get("phone") === filled.phone &&
        fields.get("killer_questions")?.includes(JSON.stringify(filled.answer)) === true &&
        cv === filled.cv,
    );
  }

  isHeld({ filled, receiptId }: Sent): boolean {
    const text = this.#options.objects.hosts.get(`APPLICATIONS/${receiptId}`)?.storage.text() ?? "";
    const { answer, cv = "" } = filled;
    return [answer, cv.slice(0, 50), cv.slice(-50)].every((part) => text.includes(part));
  }

  /** Nothing happens until `next`: what holds now holds until then. */
  check(next: number): void {
    for (const sent of this.sents) this.#checkOne(sent, next);
    for (const { filled } of this.sents) this.#checkTwice(filled.name);
  }

  #checkTwice(name: string): void {
    const { platform } = this.#options;
    const taken = platform.taken.filter(({ fields }) => fields.get("first_name") === name);
    if (taken.length > 1 && platform.repeats !== "neither") {
      throw new Violation("exactly once", `${name} was delivered ${taken.length} times`);
    }
  }

  #checkOne(sent: Sent, next: number): void {
    const { settings, scheduler } = this.#options;
    const { filled, toldAt, touchedAt } = sent;
    const longest = Math.max(settings.HOLD_MS, settings.DELIVER_FOR_MS + settings.KEEP_FAILED_MS);
    if (next > touchedAt + longest + SLACK_MS && this.#isAnywhere(filled.name)) {
      throw new Violation("nothing personal outlives its time", `${filled.name} is still stored`);
    }
    if (toldAt === undefined || sent.isDropped || sent.isReplaced) return;
    if (this.isDelivered(sent)) return;
    if (this.#options.platform.knows(filled.name)) return;
    if (!this.isHeld(sent)) {
      if (scheduler.now > toldAt + settings.KEEP_FAILED_MS) return;
      throw new Violation("never lost", `${filled.name} is neither delivered nor held`);
    }
    if (this.#isListed(sent.receiptId)) {
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

  /** Given up before its time only by an operator, or after two refusals. */
  #justified(sent: Sent): void {
    const { settings, scheduler } = this.#options;
    const { toldAt = 0, filled } = sent;
    if (settings.RETRY_AMBIGUOUS === "off") return;
    if (scheduler.now > toldAt + settings.DELIVER_FOR_MS - HOUR / 12) return;
    if (this.#refusals(sent) >= 2) return;
    throw new Violation(
      "never given up during an outage",
      `${filled.name} is undelivered; the platform's answers: ${this.#meanings(filled.name).join(", ")}`,
    );
  }

  #isListed(receiptId: string): boolean {
    return [...this.#options.objects.hosts.values()].some(
      ({ binding, storage }) => binding !== "APPLICATIONS" && storage.text().includes(receiptId),
    );
  }

  #isAnywhere(text: string): boolean {
    return [...this.#options.objects.hosts.values()].some(({ storage }) =>
      storage.text().includes(text),
    );
  }

  /** Whoever waited behind one `Retry-After` does not come back with all others at once. */
  checkCrowd(): void {
    const { requests } = this.#options.platform;
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
    for (const { binding, name, storage } of this.#options.objects.hosts.values()) {
      if (binding === "APPLICATIONS" && !storage.isEmpty) {
        throw new Violation("nothing grows for ever", `${name.slice(0, 6)} has ${storage.text()}`);
      }
    }
    for (const { receiptId, filled } of this.sents) {
      if (this.#isListed(receiptId)) {
        throw new Violation("nothing grows for ever", `${filled.name} is still listed`);
      }
    }
  }
}
