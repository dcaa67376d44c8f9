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
interface AnsweredApplication {
  id: string;
  receiptId: string;
}

const HOUR = 3_600_000;
/** How long an answer may wait for the index. */
const INDEX_WITHIN_MS = 1000;

/** Records actions and answers, and checks that the answers are correct. */
export class Recorder {
  readonly forms: Sent[] = [];
  readonly #permissions: SendPermissions;

  constructor(private readonly world: World) {
    this.#permissions = new SendPermissions(world);
  }

  /** Called when a candidate sends a form. @returns its record */
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
        lastActionAt: 0,
        pendingSends: 0,
        sendCount: 0,
        corrects,
      };
      // It may replace the refused form even if its answer is lost.
      if (corrects) for (const one of this.findByReceipt(receiptId)) one.isReplaced = true;
      this.forms.push(sent);
    }
    sent.lastActionAt = scheduler.now;
    sent.pendingSends += 1;
    sent.sendCount += 1;
    return sent;
  }

  /** Called when a candidate reads the answer. @param since when the form was sent */
  recordAnswer(
    sent: Sent,
    answer: CandidateAnswer,
    by: AnsweredApplication | undefined,
    since: number,
  ): void {
    sent.lastActionAt = this.world.scheduler.now;
    sent.pendingSends -= 1;
    const { outcome } = answer;
    this.world.scheduler.situations.add(`answer: ${outcome}`);
    if (outcome === "broken") sent.hasUnknownOutcome = true;
    else this.#checkIndexWait(sent, since);
    if (outcome === "accepted") {
      if (by) Object.assign(sent, { applicationId: by.id, receiptId: by.receiptId });
      this.#markReplaced(sent);
      sent.promisedAt ??= this.#promiseTime(sent, answer.receipt.status);
      sent.receiptSeenAt ??= this.world.scheduler.now;
      this.checkReceipt(sent, answer.receipt.status);
      this.#checkListed(sent, since);
      return;
    }
    if (outcome === "already-applied") this.#checkAlreadyApplied(sent);
    if (outcome === "refused" || outcome === "unreachable")
      this.#checkRefused(sent, outcome, since);
    const isOver =
      sent.pendingSends === 0 && !sent.hasUnknownOutcome && sent.promisedAt === undefined;
    if (isOver && outcome !== "broken") this.#permissions.recordError(sent.filled.name);
  }

  /** When the receipt's promises begin: now, or at the first attempt if that has already failed. */
  #promiseTime(sent: Sent, status: ReceiptStatus): number {
    const { scheduler, locator } = this.world;
    if (status === "on-its-way" || locator.isDelivered(sent)) return scheduler.now;
    return this.#firstAttemptAt(sent);
  }

  #firstAttemptAt({ filled }: Sent): number {
    const { platform, scheduler } = this.world;
    const first = platform.requests.find(({ name }) => name === filled.name);
    return first?.startedAt ?? scheduler.start;
  }

  /** Called when a candidate or an operator requests an attempt. */
  allowAttempt(name: string): void {
    this.#permissions.recordRequest(name);
  }

  /** The operator's list. */
  get waiting(): string[] {
    const receiptIds = new Set(this.forms.map(({ receiptId }) => receiptId));
    return [...receiptIds].filter((receiptId) => this.world.locator.isListed(receiptId));
  }

  /** Called when an operator resends or drops an application. */
  recordOperation(receiptId: string, drops: boolean): void {
    for (const sent of this.findByReceipt(receiptId)) {
      sent.lastActionAt = this.world.scheduler.now;
      if (!drops) this.allowAttempt(sent.filled.name);
      else if (this.world.locator.isHeld(sent)) sent.isDropped = true;
    }
  }

  /** Called when an operator uses "send all" for these applications. */
  recordSendAll(receiptIds: readonly string[]): void {
    const { locator } = this.world;
    for (const receiptId of receiptIds) {
      const isUnconfirmed = locator.getState(receiptId) === "unconfirmed";
      for (const sent of this.findByReceipt(receiptId)) {
        this.recordOperation(receiptId, false);
        if (isUnconfirmed && locator.isHeld(sent)) this.#permissions.recordSkip(sent.filled.name);
      }
    }
  }

  /** Checks the data of a refused application that the browser gets for correction. */
  checkCorrection(sent: Sent, { heldCv, heldFiles = [] }: Correction): void {
    sent.lastActionAt = this.world.scheduler.now;
    const { cv, portfolio } = sent.filled;
    // A damaged file is not returned.
    if (this.world.locator.isDamaged(sent)) return;
    const isCvCorrect = (cv !== undefined) === (heldCv !== undefined);
    const isPortfolioCorrect = (portfolio !== undefined) === heldFiles.length > 0;
    if (isCvCorrect && isPortfolioCorrect) return;
    throw new Violation("a returned form has its files", sent.filled.name);
  }

  /** Called when the site sends an attempt to the platform. */
  recordAttempt(request: Request): void {
    const { platform } = this.world;
    const { name } = request;
    const before = platform.requests.filter((one) => one.name === name);
    platform.requests.push(request);
    const sent = this.forms.find(({ filled }) => filled.name === name);
    this.#permissions.checkAttempt(name, before, sent);
  }

  /** All forms with this receipt. */
  findByReceipt(receiptId: string): Sent[] {
    return this.forms.filter((sent) => sent.receiptId === receiptId);
  }

  /** Checks that no answer waits for a hanging index. */
  #checkIndexWait(sent: Sent, since: number): void {
    const { platform, scheduler, isIndexHanging } = this.world;
    const [request, ...others] = platform.requests.filter(({ name }) => name === sent.filled.name);
    if (!isIndexHanging || sent.sendCount > 1 || others.length > 0 || !request?.seen) return;
    const { seen, seenAt = 0 } = request;
    // After a 403 or an HTML page, the position is read again before the answer.
    if (seenAt < since || seen.isHtml || seen.status === 403 || seen.ending) return;
    if (scheduler.now - seenAt <= MAX_ANSWER_MS + INDEX_WITHIN_MS) return;
    const ms = scheduler.now - seenAt;
    throw new Violation("no answer waits for the index", `${sent.filled.name} waited ${ms} ms`);
  }

  /** Checks that an application is listed or delivered before the candidate sees "applied". */
  #checkListed(sent: Sent, since: number): void {
    const { locator, platform } = this.world;
    if (sent.isDropped === true || sent.isReplaced === true) return;
    if (locator.isDelivered(sent) || platform.knows(sent.filled.name)) return;
    if (locator.isListed(sent.receiptId) || this.#mayIndexFail(since)) return;
    throw new Violation(
      "listed before it is confirmed",
      `${sent.filled.name} has a receipt, but is not listed for operators`,
    );
  }

  /** Whether writes to the index may have failed since `since`. */
  #mayIndexFail(since: number): boolean {
    const { losses, isIndexHanging, faultsUntil, settings, objects, faults } = this.world;
    // After a lost message, later ones wait for its timeout.
    const until = losses > 0 || isIndexHanging ? faultsUntil + 2 * settings.READ_TIMEOUT_MS : -1;
    return since <= until || objects.indexCrashedAt >= since || faults.wasFullSince(since);
  }

  /** Called when a candidate opens a receipt. @param status undefined without a receipt */
  recordReceipt(sent: Sent, status: ReceiptStatus | undefined): void {
    this.checkReceipt(sent, status);
    const { scheduler, locator, faults } = this.world;
    // If writes fail, the object cannot set its alarm. An attempt sets the alarm only when it ends.
    const isSending = locator.getState(sent.receiptId) === "sending";
    // Until the attempt is due, the object relies on the alarm in its storage.
    const isForgotten = locator.findHost(sent)?.lost?.how === "forgotten" && !locator.isDue(sent);
    if (isSending || isForgotten || faults.wasFullSince(scheduler.now - MAX_ANSWER_MS)) return;
    sent.openedAt = scheduler.now;
  }

  /** Marks forms that this correction replaces. */
  #markReplaced(by: Sent): void {
    for (const sent of this.forms) {
      const isReplaced = sent !== by && sent.receiptId === by.receiptId;
      if (isReplaced && this.#countRefusals(sent) > 0) sent.isReplaced = true;
    }
  }

  /** Describes the platform's answers, for an error message. */
  #describeAnswers({ filled }: Sent): string {
    return `; the platform's answers: ${this.#getMeanings(filled.name).join(", ") || "none"}`;
  }

  #countRefusals({ filled }: Sent): number {
    return this.#getMeanings(filled.name).filter((one) => one === "refused").length;
  }

  #getMeanings(name: string, since = 0): Meaning[] {
    return this.world.platform.requests
      .filter((one) => one.name === name && (one.seenAt ?? Infinity) >= since)
      .map(({ seen }) => getMeaning(seen));
  }

  /** Checks a "refused" or "unreachable". @param since when the form was sent */
  #checkRefused(sent: Sent, outcome: "refused" | "unreachable", since: number): void {
    const { settings } = this.world;
    const { DELIVER_LATER, RETRY_AMBIGUOUS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    if (DELIVER_LATER === "off") return;
    // A repeat gets the answer to the running attempt.
    const joined = since - 2 * READ_TIMEOUT_MS - APPLY_TIMEOUT_MS;
    const meanings = this.#getMeanings(sent.filled.name, joined);
    const isRefusal = (one: Meaning) => one === "refused" || one === "error-with-detail";
    const isRefused = meanings.some(isRefusal);
    if (outcome === "refused" && !meanings.includes("refused")) {
      this.world.scheduler.situations.add("an error with detail is a refusal");
    }
    if (outcome === "refused" && isRefused) return;
    // The answer was lost in a crash, so neither the form nor its correction is resent.
    const earlier = this.findByReceipt(sent.receiptId).filter(
      ({ sentAt }) => sentAt <= sent.sentAt,
    );
    const wasRefused = earlier.some(({ filled }) => this.#getMeanings(filled.name).some(isRefusal));
    if (RETRY_AMBIGUOUS === "off" && wasRefused) return;
    throw new Violation(
      "applications are accepted during an outage",
      `${sent.filled.name} got ${outcome}; the platform's answers: ${meanings.join(", ")}`,
    );
  }

  /** Checks an "already applied". */
  #checkAlreadyApplied(sent: Sent): void {
    const { platform, locator } = this.world;
    const { name } = sent.filled;
    if (platform.honoursKeys && locator.isDelivered(sent)) {
      throw new Violation("answers are true", `${name} got 'already applied', but was delivered`);
    }
    if (platform.knows(name)) return;
    throw new Violation(
      "answers are true",
      `${sent.filled.name} got 'already applied', but had not applied${this.#describeAnswers(sent)}`,
    );
  }

  /** Checks a receipt. @param status undefined without a receipt */
  checkReceipt(sent: Sent, status: ReceiptStatus | undefined): void {
    if (sent.isReplaced || sent.isDropped || sent.promisedAt === undefined) return;
    this.world.scheduler.situations.add(`receipt: ${status ?? "none"}`);
    const { scheduler, settings, platform, deadlines } = this.world;
    const { name } = sent.filled;
    const { now } = scheduler;
    const { locator } = this.world;
    const isAccountedFor = locator.isDelivered(sent) || locator.isHeld(sent);
    if (status === undefined) {
      if (now > sent.promisedAt - HOUR + settings.RECEIPT_MS) return;
      throw new Violation("receipts last", `${name} has none`);
    }
    if (status === "already-applied") this.#checkAlreadyApplied(sent);
    if (status === "unconfirmed") this.#checkUnconfirmed(sent);
    if (status === "delivered" && !locator.isDelivered(sent)) {
      throw new Violation(
        "answers are true",
        `the receipt of ${name} says 'delivered', but it is not${this.#describeAnswers(sent)}`,
      );
    }
    // The answer may still have been in transit when the next attempt ended.
    const last = platform.requests.filter((one) => one.name === name).at(-1);
    const hasJustEnded = last !== undefined && now - (last.seenAt ?? now) <= MAX_ANSWER_MS;
    if (status === "on-its-way" && !isAccountedFor && !hasJustEnded) {
      throw new Violation(
        "answers are true",
        `the receipt of ${name} says 'on its way', but it is lost${this.#describeAnswers(sent)}`,
      );
    }
    if (status === "on-its-way" && now > deadlines.nextAttempt(sent)) {
      throw new Violation("retried", `${name} waits, but nothing is sent`);
    }
    if (status === "undelivered") this.#checkUndelivered(sent);
  }

  /** Checks an "unconfirmed". The platform may have the form only after a 2xx with HTML or a 409. */
  #checkUnconfirmed(sent: Sent): void {
    const meanings = this.#getMeanings(sent.filled.name);
    if (meanings.includes("unverified") || meanings.includes("duplicate")) return;
    throw new Violation(
      "answers are true",
      `the receipt of ${sent.filled.name} says 'unconfirmed'${this.#describeAnswers(sent)}`,
    );
  }

  /** Checks an "undelivered". Only an operator or two refusals end delivery early. */
  #checkUndelivered(sent: Sent): void {
    const { settings, scheduler } = this.world;
    const { filled } = sent;
    if (settings.RETRY_AMBIGUOUS === "off" || this.world.locator.isDamaged(sent)) return;
    // The delivery time starts when the form is sent, even if crashes delay the first attempt.
    if (scheduler.now > sent.sentAt + settings.DELIVER_FOR_MS - HOUR / 12) return;
    // A correction that is refused while the candidate waits is stored, too.
    const isRefused = ["refused", "error-with-detail"];
    if (sent.corrects && this.#getMeanings(filled.name).some((one) => isRefused.includes(one)))
      return;
    if (this.#countRefusals(sent) >= 2) return;
    throw new Violation(
      "not given up during an outage",
      `${filled.name} is undelivered${this.#describeAnswers(sent)}`,
    );
  }
}
