import { createHash } from "node:crypto";
import type { Correction } from "../../app/application/delivery/answers";
import { meaningOf, type Meaning } from "./answers";
import { TOLD_WITHIN_MS } from "./deadlines";
import { Leave } from "./leave";
import type { Request } from "./platform";
import { Violation } from "./scheduler";
import type { Filled, Sent } from "./whereabouts";
import type { World } from "./world";

/** A candidate's answer. `broken`: an error that says nothing about the application. */
type Told =
  | { outcome: "accepted"; receipt: { status: ReceiptStatus } }
  | { outcome: "broken" | "refused" | "unreachable" | "already-applied" | "taken" | "file-gone" };

export type ReceiptStatus =
  | "delivered"
  | "on-its-way"
  | "undelivered"
  | "unconfirmed"
  | "already-applied";

/** The application that an answer is about. */
interface By {
  id: string;
  receiptId: string;
}

const HOUR = 3_600_000;
/** So long does an answer wait for the index. */
const INDEX_WITHIN_MS = 1000;

/** Records actions and answers, and checks that the answers are true (design, section 6). */
export class Book {
  readonly sents: Sent[] = [];
  readonly #leave: Leave;

  constructor(private readonly world: World) {
    this.#leave = new Leave(world);
  }

  /** A candidate sends a form. @returns what is known of it */
  sends(key: string, filled: Filled, corrects: boolean): Sent {
    const { scheduler } = this.world;
    this.asks(filled.name);
    let sent = this.sents.find((one) => one.filled === filled);
    if (!sent) {
      const receiptId = createHash("sha256").update(key).digest("hex");
      sent = {
        filled,
        applicationId: key,
        receiptId,
        sentAt: scheduler.now,
        touchedAt: 0,
        open: 0,
        times: 0,
        corrects,
      };
      // From now on it may stand in the place of what was refused, whatever the answer is.
      if (corrects) for (const one of this.under(receiptId)) one.isReplaced = true;
      this.sents.push(sent);
    }
    sent.touchedAt = scheduler.now;
    sent.open += 1;
    sent.times += 1;
    return sent;
  }

  /** A candidate reads the answer. @param since when the form was sent */
  answers(sent: Sent, answer: Told, by: By | undefined, since: number): void {
    sent.touchedAt = this.world.scheduler.now;
    sent.open -= 1;
    const { outcome } = answer;
    this.world.scheduler.met.add(`answer: ${outcome}`);
    if (outcome === "broken") sent.isUnknown = true;
    else this.#waited(sent, since);
    if (outcome === "accepted") {
      if (by) Object.assign(sent, { applicationId: by.id, receiptId: by.receiptId });
      this.#replace(sent);
      sent.toldAt ??= this.#toldAt(sent, answer.receipt.status);
      sent.heardAt ??= this.world.scheduler.now;
      this.stands(sent, answer.receipt.status);
      this.#listed(sent, since);
      return;
    }
    if (outcome === "already-applied") this.#alreadyApplied(sent);
    if (outcome === "refused" || outcome === "unreachable") this.#refused(sent, outcome, since);
    const isOver = sent.open === 0 && !sent.isUnknown && sent.toldAt === undefined;
    if (isOver && outcome !== "broken") this.#leave.ends(sent.filled.name);
  }

  /** When it counts as told. Contents that failed or were doubted earlier are kept from that time. */
  #toldAt(sent: Sent, status: ReceiptStatus): number {
    const { scheduler, where } = this.world;
    if (status === "on-its-way" || where.isDelivered(sent)) return scheduler.now;
    return this.#firstAttemptAt(sent);
  }

  #firstAttemptAt({ filled }: Sent): number {
    const { platform, scheduler } = this.world;
    const first = platform.requests.find(({ name }) => name === filled.name);
    return first?.startedAt ?? scheduler.start;
  }

  /** A candidate or an operator asks for an attempt. */
  asks(name: string): void {
    this.#leave.asks(name);
  }

  /** The operator's list. */
  get waiting(): string[] {
    const receiptIds = new Set(this.sents.map(({ receiptId }) => receiptId));
    return [...receiptIds].filter((receiptId) => this.world.where.isListed(receiptId));
  }

  /** An operator sends what is in an object again, or drops it. */
  operates(receiptId: string, drops: boolean): void {
    for (const sent of this.under(receiptId)) {
      sent.touchedAt = this.world.scheduler.now;
      if (!drops) this.asks(sent.filled.name);
      else if (this.world.where.isHeld(sent)) sent.isDropped = true;
    }
  }

  /** An operator has all of these sent that have not arrived for certain. */
  sendsAll(receiptIds: readonly string[]): void {
    const { where } = this.world;
    for (const receiptId of receiptIds) {
      const isUnconfirmed = where.stateOf(receiptId) === "unconfirmed";
      for (const sent of this.under(receiptId)) {
        this.operates(receiptId, false);
        if (isUnconfirmed && where.isHeld(sent)) this.#leave.leavesAlone(sent.filled.name);
      }
    }
  }

  /** The browser that sent a refused application asks for what it has to correct. */
  givesBack(sent: Sent, { heldCv, heldFiles = [] }: Correction): void {
    sent.touchedAt = this.world.scheduler.now;
    const { cv, portfolio } = sent.filled;
    // A damaged file is asked for again.
    if (this.world.where.isDamaged(sent)) return;
    const isCvThere = (cv !== undefined) === (heldCv !== undefined);
    const isOtherThere = (portfolio !== undefined) === heldFiles.length > 0;
    if (isCvThere && isOtherThere) return;
    throw new Violation("a form comes back with its files", sent.filled.name);
  }

  /** An attempt is sent to the platform. */
  attempts(request: Request): void {
    const { platform } = this.world;
    const { name } = request;
    const before = platform.requests.filter((one) => one.name === name);
    platform.requests.push(request);
    const sent = this.sents.find(({ filled }) => filled.name === name);
    this.#leave.attempts(name, before, sent);
  }

  /** Everything that was sent under one receipt. */
  under(receiptId: string): Sent[] {
    return this.sents.filter((sent) => sent.receiptId === receiptId);
  }

  /** No answer waits for an index that hangs. */
  #waited(sent: Sent, since: number): void {
    const { platform, scheduler, isIndexHanging } = this.world;
    const [request, ...others] = platform.requests.filter(({ name }) => name === sent.filled.name);
    if (!isIndexHanging || sent.times > 1 || others.length > 0 || !request?.seen) return;
    const { seen, seenAt = 0 } = request;
    // After a 403, or a page of HTML, the position is read once more before the candidate is answered.
    if (seenAt < since || seen.isHtml || seen.status === 403 || seen.ending) return;
    if (scheduler.now - seenAt <= TOLD_WITHIN_MS + INDEX_WITHIN_MS) return;
    const ms = scheduler.now - seenAt;
    throw new Violation("nobody waits for the index", `${sent.filled.name} waited ${ms} ms`);
  }

  /** An application is listed or delivered before its candidate reads "applied". */
  #listed(sent: Sent, since: number): void {
    const { where, platform } = this.world;
    if (sent.isDropped === true || sent.isReplaced === true) return;
    if (where.isDelivered(sent) || platform.knows(sent.filled.name)) return;
    if (where.isListed(sent.receiptId) || this.#mayIndexFail(since)) return;
    throw new Violation(
      "who is told is listed",
      `${sent.filled.name} is told, and no operator sees it`,
    );
  }

  /** Whether the index may have been unable to store something since a time. */
  #mayIndexFail(since: number): boolean {
    const { losses, isIndexHanging, faultsUntil, settings, objects, faults } = this.world;
    // Later messages wait until a lost one times out.
    const until = losses > 0 || isIndexHanging ? faultsUntil + 2 * settings.READ_TIMEOUT_MS : -1;
    return since <= until || objects.indexCrashedAt >= since || faults.wasFullSince(since);
  }

  /** A candidate opens a receipt. @param status undefined: there is none (any more) */
  opens(sent: Sent, status: ReceiptStatus | undefined): void {
    this.stands(sent, status);
    const { scheduler, where, faults } = this.world;
    // Where writes fail, it cannot set its alarm; during an attempt, it does so at the end.
    const isSending = where.stateOf(sent.receiptId) === "sending";
    // Before it is due, it counts on an alarm that it finds in its storage.
    const isFooled = where.hostOf(sent)?.lost?.how === "forgotten" && !where.isDue(sent);
    if (isSending || isFooled || faults.wasFullSince(scheduler.now - TOLD_WITHIN_MS)) return;
    sent.openedAt = scheduler.now;
  }

  /** A form that was refused for good may be mended, and sent under the same id. */
  #replace(by: Sent): void {
    for (const sent of this.sents) {
      const isReplaced = sent !== by && sent.receiptId === by.receiptId;
      if (isReplaced && this.#refusals(sent) > 0) sent.isReplaced = true;
    }
  }

  /** The platform's answers, for a message. */
  #after({ filled }: Sent): string {
    return `; the platform's answers: ${this.#meanings(filled.name).join(", ") || "none"}`;
  }

  #refusals({ filled }: Sent): number {
    return this.#meanings(filled.name).filter((one) => one === "refused").length;
  }

  #meanings(name: string, since = 0): Meaning[] {
    return this.world.platform.requests
      .filter((one) => one.name === name && (one.seenAt ?? Infinity) >= since)
      .map(({ seen }) => meaningOf(seen));
  }

  /** The candidate read "refused" or "unreachable". @param since when it was sent */
  #refused(sent: Sent, outcome: "refused" | "unreachable", since: number): void {
    const { settings } = this.world;
    const { DELIVER_LATER, RETRY_AMBIGUOUS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    if (DELIVER_LATER === "off") return;
    // A repeat waits for the attempt that is under way, and gets its answer.
    const joined = since - 2 * READ_TIMEOUT_MS - APPLY_TIMEOUT_MS;
    const meanings = this.#meanings(sent.filled.name, joined);
    const isRefusal = (one: Meaning) => one === "refused" || one === "error-with-detail";
    const isRefused = meanings.some(isRefusal);
    if (outcome === "refused" && !meanings.includes("refused")) {
      this.world.scheduler.met.add("an error with detail is a refusal");
    }
    if (outcome === "refused" && isRefused) return;
    // The answer was lost in a crash. Nothing that may have arrived is repeated, nor a form that replaces it.
    const earlier = this.under(sent.receiptId).filter(({ sentAt }) => sentAt <= sent.sentAt);
    const wasRefused = earlier.some(({ filled }) => this.#meanings(filled.name).some(isRefusal));
    if (RETRY_AMBIGUOUS === "off" && wasRefused) return;
    throw new Violation(
      "an application is taken when the platform is away",
      `${sent.filled.name} was told ${outcome}; the platform's answers: ${meanings.join(", ")}`,
    );
  }

  /** The candidate read "you have already applied". */
  #alreadyApplied(sent: Sent): void {
    const { platform, where } = this.world;
    const { name } = sent.filled;
    if (platform.honoursKeys && where.isDelivered(sent)) {
      throw new Violation("what is told is true", `${name} reads that it was not taken, and was`);
    }
    if (platform.knows(name)) return;
    throw new Violation(
      "what is told is true",
      `${sent.filled.name} has not applied yet${this.#after(sent)}`,
    );
  }

  /** Checks a receipt; undefined: there is none (any more). */
  stands(sent: Sent, status: ReceiptStatus | undefined): void {
    if (sent.isReplaced || sent.isDropped || sent.toldAt === undefined) return;
    this.world.scheduler.met.add(`receipt: ${status ?? "none"}`);
    const { scheduler, settings, platform, deadlines } = this.world;
    const { name } = sent.filled;
    const { now } = scheduler;
    const { where } = this.world;
    const isThere = where.isDelivered(sent) || where.isHeld(sent);
    if (status === undefined) {
      if (now > sent.toldAt - HOUR + settings.RECEIPT_MS) return;
      throw new Violation("a receipt lasts", `${name} has none`);
    }
    if (status === "already-applied") this.#alreadyApplied(sent);
    if (status === "unconfirmed") this.#doubted(sent);
    if (status === "delivered" && !where.isDelivered(sent)) {
      throw new Violation(
        "what is told is true",
        `${name} is said to be delivered, and is not${this.#after(sent)}`,
      );
    }
    // The answer itself was on its way when the next attempt ended.
    const last = platform.requests.filter((one) => one.name === name).at(-1);
    const isJustOver = last !== undefined && now - (last.seenAt ?? now) <= TOLD_WITHIN_MS;
    if (status === "on-its-way" && !isThere && !isJustOver) {
      throw new Violation(
        "what is told is true",
        `${name} is said to be on its way, and is gone${this.#after(sent)}`,
      );
    }
    if (status === "on-its-way" && now > deadlines.askedAgain(sent)) {
      throw new Violation("the platform is asked again", `${name} waits, and nothing is sent`);
    }
    if (status === "undelivered") this.#justified(sent);
  }

  /** Unconfirmed only if the platform may have it: it said so in HTML, or answered 409. */
  #doubted(sent: Sent): void {
    const meanings = this.#meanings(sent.filled.name);
    if (meanings.includes("unverified") || meanings.includes("duplicate")) return;
    throw new Violation(
      "what is told is true",
      `${sent.filled.name} is said to be there, perhaps${this.#after(sent)}`,
    );
  }

  /** Given up before its time only by an operator, or after two refusals. */
  #justified(sent: Sent): void {
    const { settings, scheduler } = this.world;
    const { filled } = sent;
    if (settings.RETRY_AMBIGUOUS === "off" || this.world.where.isDamaged(sent)) return;
    // The time runs from when it was sent, though crashes may delay the first call to the platform.
    if (scheduler.now > sent.sentAt + settings.DELIVER_FOR_MS - HOUR / 12) return;
    // A corrected form is refused while its candidate waits, and is kept all the same.
    const isRefused = ["refused", "error-with-detail"];
    if (sent.corrects && this.#meanings(filled.name).some((one) => isRefused.includes(one))) return;
    if (this.#refusals(sent) >= 2) return;
    throw new Violation(
      "never given up during an outage",
      `${filled.name} is undelivered${this.#after(sent)}`,
    );
  }
}
