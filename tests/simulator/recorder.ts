import { createHash } from "node:crypto";
import type { Correction } from "../../app/application/delivery/answers";
import { getMeaning, type Meaning } from "./answers";
import { MAX_ANSWER_MS } from "./deadlines";
import { SendPermissions } from "./send-permissions";
import type { Request } from "./platform";
import { Violation } from "./scheduler";
import type { Filled, Sent } from "./locator";
import type { World } from "./world";

/** The answer to a candidate. `broken`: an error without information about the application. */
type CandidateAnswer =
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
/** How long an answer may wait for the index. */
const INDEX_WITHIN_MS = 1000;

/** Records actions and answers, and checks that the answers are correct (design, section 6). */
export class Recorder {
  readonly forms: Sent[] = [];
  readonly #permissions: SendPermissions;

  constructor(private readonly world: World) {
    this.#permissions = new SendPermissions(world);
  }

  /** A candidate sends a form. @returns its record */
  recordForm(key: string, filled: Filled, corrects: boolean): Sent {
    const { scheduler } = this.world;
    this.allowAttempt(filled.name);
    let sent = this.forms.find((one) => one.filled === filled);
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
      // From now on it may replace the refused form, whatever the answer is.
      if (corrects) for (const one of this.findByReceipt(receiptId)) one.isReplaced = true;
      this.forms.push(sent);
    }
    sent.touchedAt = scheduler.now;
    sent.open += 1;
    sent.times += 1;
    return sent;
  }

  /** A candidate reads the answer. @param since when the form was sent */
  recordAnswer(sent: Sent, answer: CandidateAnswer, by: By | undefined, since: number): void {
    sent.touchedAt = this.world.scheduler.now;
    sent.open -= 1;
    const { outcome } = answer;
    this.world.scheduler.situations.add(`answer: ${outcome}`);
    if (outcome === "broken") sent.isUnknown = true;
    else this.#waited(sent, since);
    if (outcome === "accepted") {
      if (by) Object.assign(sent, { applicationId: by.id, receiptId: by.receiptId });
      this.#replace(sent);
      sent.toldAt ??= this.#toldAt(sent, answer.receipt.status);
      sent.heardAt ??= this.world.scheduler.now;
      this.checkReceipt(sent, answer.receipt.status);
      this.#listed(sent, since);
      return;
    }
    if (outcome === "already-applied") this.#alreadyApplied(sent);
    if (outcome === "refused" || outcome === "unreachable") this.#refused(sent, outcome, since);
    const isOver = sent.open === 0 && !sent.isUnknown && sent.toldAt === undefined;
    if (isOver && outcome !== "broken") this.#permissions.recordError(sent.filled.name);
  }

  /** When the candidate counts as informed. Contents that failed earlier are kept from that time. */
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

  /** A candidate or an operator requests an attempt. */
  allowAttempt(name: string): void {
    this.#permissions.recordRequest(name);
  }

  /** The operator's list. */
  get waiting(): string[] {
    const receiptIds = new Set(this.forms.map(({ receiptId }) => receiptId));
    return [...receiptIds].filter((receiptId) => this.world.where.isListed(receiptId));
  }

  /** An operator resends or drops an application. */
  recordOperation(receiptId: string, drops: boolean): void {
    for (const sent of this.findByReceipt(receiptId)) {
      sent.touchedAt = this.world.scheduler.now;
      if (!drops) this.allowAttempt(sent.filled.name);
      else if (this.world.where.isHeld(sent)) sent.isDropped = true;
    }
  }

  /** An operator uses "send all" for these applications. */
  recordSendAll(receiptIds: readonly string[]): void {
    const { where } = this.world;
    for (const receiptId of receiptIds) {
      const isUnconfirmed = where.getState(receiptId) === "unconfirmed";
      for (const sent of this.findByReceipt(receiptId)) {
        this.recordOperation(receiptId, false);
        if (isUnconfirmed && where.isHeld(sent)) this.#permissions.recordSkip(sent.filled.name);
      }
    }
  }

  /** The browser gets a refused application's data for correction. */
  checkCorrection(sent: Sent, { heldCv, heldFiles = [] }: Correction): void {
    sent.touchedAt = this.world.scheduler.now;
    const { cv, portfolio } = sent.filled;
    // A damaged file is not returned.
    if (this.world.where.isDamaged(sent)) return;
    const isCvThere = (cv !== undefined) === (heldCv !== undefined);
    const isOtherThere = (portfolio !== undefined) === heldFiles.length > 0;
    if (isCvThere && isOtherThere) return;
    throw new Violation("a form comes back with its files", sent.filled.name);
  }

  /** An attempt is sent to the platform. */
  recordAttempt(request: Request): void {
    const { platform } = this.world;
    const { name } = request;
    const before = platform.requests.filter((one) => one.name === name);
    platform.requests.push(request);
    const sent = this.forms.find(({ filled }) => filled.name === name);
    this.#permissions.checkAttempt(name, before, sent);
  }

  /** All forms that were sent under one receipt. */
  findByReceipt(receiptId: string): Sent[] {
    return this.forms.filter((sent) => sent.receiptId === receiptId);
  }

  /** Checks that no answer waits for a hanging index. */
  #waited(sent: Sent, since: number): void {
    const { platform, scheduler, isIndexHanging } = this.world;
    const [request, ...others] = platform.requests.filter(({ name }) => name === sent.filled.name);
    if (!isIndexHanging || sent.times > 1 || others.length > 0 || !request?.seen) return;
    const { seen, seenAt = 0 } = request;
    // After a 403 or an HTML page, the position is read again before the answer.
    if (seenAt < since || seen.isHtml || seen.status === 403 || seen.ending) return;
    if (scheduler.now - seenAt <= MAX_ANSWER_MS + INDEX_WITHIN_MS) return;
    const ms = scheduler.now - seenAt;
    throw new Violation("nobody waits for the index", `${sent.filled.name} waited ${ms} ms`);
  }

  /** Checks that an application is listed or delivered before its candidate sees "applied". */
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

  /** Whether writes to the index may have failed since a time. */
  #mayIndexFail(since: number): boolean {
    const { losses, isIndexHanging, faultsUntil, settings, objects, faults } = this.world;
    // Later messages wait until a lost message times out.
    const until = losses > 0 || isIndexHanging ? faultsUntil + 2 * settings.READ_TIMEOUT_MS : -1;
    return since <= until || objects.indexCrashedAt >= since || faults.wasFullSince(since);
  }

  /** A candidate opens a receipt. @param status undefined without a receipt */
  recordReceipt(sent: Sent, status: ReceiptStatus | undefined): void {
    this.checkReceipt(sent, status);
    const { scheduler, where, faults } = this.world;
    // If writes fail, the object cannot set its alarm. During an attempt, it sets it at the end.
    const isSending = where.getState(sent.receiptId) === "sending";
    // Before it is due, the object relies on the alarm in its storage.
    const isFooled = where.findHost(sent)?.lost?.how === "forgotten" && !where.isDue(sent);
    if (isSending || isFooled || faults.wasFullSince(scheduler.now - MAX_ANSWER_MS)) return;
    sent.openedAt = scheduler.now;
  }

  /** Marks forms that a correction under the same id replaces. */
  #replace(by: Sent): void {
    for (const sent of this.forms) {
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
      .map(({ seen }) => getMeaning(seen));
  }

  /** Checks a "refused" or "unreachable". @param since when the form was sent */
  #refused(sent: Sent, outcome: "refused" | "unreachable", since: number): void {
    const { settings } = this.world;
    const { DELIVER_LATER, RETRY_AMBIGUOUS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    if (DELIVER_LATER === "off") return;
    // A repeat gets the answer of the attempt under way.
    const joined = since - 2 * READ_TIMEOUT_MS - APPLY_TIMEOUT_MS;
    const meanings = this.#meanings(sent.filled.name, joined);
    const isRefusal = (one: Meaning) => one === "refused" || one === "error-with-detail";
    const isRefused = meanings.some(isRefusal);
    if (outcome === "refused" && !meanings.includes("refused")) {
      this.world.scheduler.situations.add("an error with detail is a refusal");
    }
    if (outcome === "refused" && isRefused) return;
    // The answer was lost in a crash. Neither the form nor its correction is repeated.
    const earlier = this.findByReceipt(sent.receiptId).filter(
      ({ sentAt }) => sentAt <= sent.sentAt,
    );
    const wasRefused = earlier.some(({ filled }) => this.#meanings(filled.name).some(isRefusal));
    if (RETRY_AMBIGUOUS === "off" && wasRefused) return;
    throw new Violation(
      "an application is taken when the platform is away",
      `${sent.filled.name} was told ${outcome}; the platform's answers: ${meanings.join(", ")}`,
    );
  }

  /** Checks an "already applied". */
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

  /** Checks a receipt. @param status undefined without a receipt */
  checkReceipt(sent: Sent, status: ReceiptStatus | undefined): void {
    if (sent.isReplaced || sent.isDropped || sent.toldAt === undefined) return;
    this.world.scheduler.situations.add(`receipt: ${status ?? "none"}`);
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
    // The answer may still have been in transit when the next attempt ended.
    const last = platform.requests.filter((one) => one.name === name).at(-1);
    const isJustOver = last !== undefined && now - (last.seenAt ?? now) <= MAX_ANSWER_MS;
    if (status === "on-its-way" && !isThere && !isJustOver) {
      throw new Violation(
        "what is told is true",
        `${name} is said to be on its way, and is gone${this.#after(sent)}`,
      );
    }
    if (status === "on-its-way" && now > deadlines.nextAttempt(sent)) {
      throw new Violation("the platform is asked again", `${name} waits, and nothing is sent`);
    }
    if (status === "undelivered") this.#justified(sent);
  }

  /** Unconfirmed only if the platform may have it: after 2xx with HTML or a 409. */
  #doubted(sent: Sent): void {
    const meanings = this.#meanings(sent.filled.name);
    if (meanings.includes("unverified") || meanings.includes("duplicate")) return;
    throw new Violation(
      "what is told is true",
      `${sent.filled.name} is said to be there, perhaps${this.#after(sent)}`,
    );
  }

  /** Given up early only by an operator or after two refusals. */
  #justified(sent: Sent): void {
    const { settings, scheduler } = this.world;
    const { filled } = sent;
    if (settings.RETRY_AMBIGUOUS === "off" || this.world.where.isDamaged(sent)) return;
    // The delivery time starts when the form is sent, even if crashes delay the first attempt.
    if (scheduler.now > sent.sentAt + settings.DELIVER_FOR_MS - HOUR / 12) return;
    // A correction may be refused while the candidate waits, and is still kept.
    const isRefused = ["refused", "error-with-detail"];
    if (sent.corrects && this.#meanings(filled.name).some((one) => isRefused.includes(one))) return;
    if (this.#refusals(sent) >= 2) return;
    throw new Violation(
      "never given up during an outage",
      `${filled.name} is undelivered${this.#after(sent)}`,
    );
  }
}
