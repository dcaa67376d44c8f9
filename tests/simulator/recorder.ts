import { createHash } from "node:crypto";
import type { Correction } from "~/app/application/delivery/answers";
import { getMeaning, type Meaning } from "./answers";
import { MAX_ANSWER_MS } from "./deadlines";
import { SendPermissions } from "./send-permissions";
import type { Request } from "./platform";
import { Violation } from "./scheduler";
import type { Filled, Sent } from "./locator";
import type { World } from "./world";

/** The response to a candidate. `broken` means that the request failed or its Worker crashed. */
type CandidateAnswer =
  | { outcome: "accepted"; receipt: { status: ReceiptStatus } }
  | { outcome: "broken" | "refused" | "unreachable" | "already-applied" | "taken" | "file-gone" };

export type ReceiptStatus =
  | "delivered"
  | "on-its-way"
  | "undelivered"
  | "unconfirmed"
  | "already-applied";

/**
 * The application whose object responded to a form. Its id differs from the form's if the form's id was used with
 * different contents.
 */
interface AnsweredApplication {
  id: string;
  receiptId: string;
}

const HOUR = 3_600_000;
/** The maximum time for which a response waits for the index. */
const INDEX_WITHIN_MS = 1000;

/** Records actions and responses, and checks the responses. */
export class Recorder {
  readonly forms: Sent[] = [];
  readonly #permissions: SendPermissions;

  constructor(private readonly world: World) {
    this.#permissions = new SendPermissions(world);
  }

  recordForm(key: string, filled: Filled, corrects: boolean): Sent {
    const { scheduler } = this.world;
    this.allowAttempt(filled.name);
    let sent = this.forms.find((form) => form.filled === filled);
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
      // A correction can replace the refused form even if the response to the correction is lost.
      if (corrects) for (const form of this.findByReceipt(receiptId)) form.isReplaced = true;
      this.forms.push(sent);
    }
    sent.lastActionAt = scheduler.now;
    sent.pendingSends += 1;
    sent.sendCount += 1;
    return sent;
  }

  /** @param since the time at which the form was sent */
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

  allowAttempt(name: string): void {
    this.#permissions.recordRequest(name);
  }

  /** The receipt ids in the operators' list. */
  get waiting(): string[] {
    const receiptIds = new Set(this.forms.map(({ receiptId }) => receiptId));
    return [...receiptIds].filter((receiptId) => this.world.locator.isListed(receiptId));
  }

  /** Called before and after an operation. @param startedAt its start, in ms since 1970 */
  recordOperation(receiptId: string, drops: boolean, startedAt: number): void {
    for (const sent of this.findByReceipt(receiptId)) {
      sent.lastActionAt = this.world.scheduler.now;
      if (!drops) this.allowAttempt(sent.filled.name);
      // The operation can also drop a correction that is sent while the operation is under way.
      else if (this.world.locator.isHeld(sent) || sent.sentAt >= startedAt) sent.isDropped = true;
    }
  }

  recordSendAll(receiptIds: readonly string[]): void {
    const { locator } = this.world;
    for (const receiptId of receiptIds) {
      const isUnconfirmed = locator.getState(receiptId) === "unconfirmed";
      for (const sent of this.findByReceipt(receiptId)) {
        this.recordOperation(receiptId, false, this.world.scheduler.now);
        if (isUnconfirmed && locator.isHeld(sent)) this.#permissions.recordSkip(sent.filled.name);
      }
    }
  }

  /** Checks the files of a form that is returned for correction. */
  checkCorrection(sent: Sent, { heldCv, heldFiles = [] }: Correction): void {
    sent.lastActionAt = this.world.scheduler.now;
    const { cv, portfolio } = sent.filled;
    // A form is returned without damaged files.
    if (this.world.locator.isDamaged(sent)) return;
    const isCvCorrect = (cv !== undefined) === (heldCv !== undefined);
    const isPortfolioCorrect = (portfolio !== undefined) === heldFiles.length > 0;
    if (isCvCorrect && isPortfolioCorrect) return;
    throw new Violation("a returned form has its files", sent.filled.name);
  }

  recordAttempt(request: Request): void {
    const { platform } = this.world;
    const { name } = request;
    const before = platform.requests.filter((earlier) => earlier.name === name);
    platform.requests.push(request);
    const sent = this.forms.find(({ filled }) => filled.name === name);
    this.#permissions.checkAttempt(name, before, sent);
  }

  findByReceipt(receiptId: string): Sent[] {
    return this.forms.filter((sent) => sent.receiptId === receiptId);
  }

  /** Checks that a response does not wait long for a hanging index. */
  #checkIndexWait(sent: Sent, since: number): void {
    const { platform, scheduler, isIndexHanging } = this.world;
    const [request, ...others] = platform.requests.filter(({ name }) => name === sent.filled.name);
    if (!isIndexHanging || sent.sendCount > 1 || others.length > 0 || !request?.seen) return;
    const { seen, seenAt = 0 } = request;
    // After a 403 or an HTML page, the response also waits for a read of the position.
    if (seenAt < since || seen.isHtml || seen.status === 403 || seen.ending) return;
    if (scheduler.now - seenAt <= MAX_ANSWER_MS + INDEX_WITHIN_MS) return;
    const ms = scheduler.now - seenAt;
    throw new Violation("no response waits for the index", `${sent.filled.name} waited ${ms} ms`);
  }

  /** Checks that an application is in the index or delivered before the candidate gets a receipt. */
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

  /** Whether a write to the index might have failed since `since`. */
  #mayIndexFail(since: number): boolean {
    const { losses, isIndexHanging, faultsUntil, settings, objects, faults } = this.world;
    // Messages after a lost message wait until the lost message times out.
    const until = losses > 0 || isIndexHanging ? faultsUntil + 2 * settings.READ_TIMEOUT_MS : -1;
    return since <= until || objects.indexCrashedAt >= since || faults.wasFullSince(since);
  }

  /** @param status undefined if there is no receipt */
  recordReceipt(sent: Sent, status: ReceiptStatus | undefined): void {
    this.checkReceipt(sent, status);
    const { scheduler, locator, faults } = this.world;
    // An object cannot set its alarm while writes fail, and does not set it during an attempt.
    const isSending = locator.getState(sent.receiptId) === "sending";
    // Before the next attempt is due, the object trusts the alarm in its storage.
    const lost = locator.findHost(sent)?.lost;
    const isForgotten = lost?.how === "forgotten" && !locator.isDue(sent);
    const began = scheduler.now - MAX_ANSWER_MS;
    // An alarm that was lost during this visit might have been set by it.
    const isLostMeanwhile = lost !== undefined && lost.at >= began;
    if (isSending || isForgotten || isLostMeanwhile || faults.wasFullSince(began)) return;
    sent.openedAt = scheduler.now;
  }

  /** Marks all refused forms that a correction replaces. */
  #markReplaced(by: Sent): void {
    for (const sent of this.forms) {
      const isReplaced = sent !== by && sent.receiptId === by.receiptId;
      if (isReplaced && this.#countRefusals(sent) > 0) sent.isReplaced = true;
    }
  }

  #describeResponses({ filled }: Sent): string {
    return `; the platform's responses: ${this.#getMeanings(filled.name).join(", ") || "none"}`;
  }

  #countRefusals({ filled }: Sent): number {
    return this.#getMeanings(filled.name).filter((meaning) => meaning === "refused").length;
  }

  #getMeanings(name: string, since = 0): Meaning[] {
    return this.world.platform.requests
      .filter((request) => request.name === name && (request.seenAt ?? Infinity) >= since)
      .map(({ seen }) => getMeaning(seen));
  }

  /** @param since the time at which the form was sent */
  #checkRefused(sent: Sent, outcome: "refused" | "unreachable", since: number): void {
    const { settings } = this.world;
    const { DELIVER_LATER, RETRY_AMBIGUOUS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    if (DELIVER_LATER === "off") return;
    // A repeated form gets the response to an attempt that is already running.
    const joined = since - 2 * READ_TIMEOUT_MS - APPLY_TIMEOUT_MS;
    const meanings = this.#getMeanings(sent.filled.name, joined);
    const isRefusal = (meaning: Meaning) =>
      meaning === "refused" || meaning === "error-with-detail";
    const isRefused = meanings.some(isRefusal);
    if (outcome === "refused" && !meanings.includes("refused")) {
      this.world.scheduler.situations.add("an error with detail is a refusal");
    }
    if (outcome === "refused" && isRefused) return;
    // If the response to an earlier form was lost in a crash, a refusal can be reported without a new attempt.
    const earlier = this.findByReceipt(sent.receiptId).filter(
      ({ sentAt }) => sentAt <= sent.sentAt,
    );
    const wasRefused = earlier.some(({ filled }) => this.#getMeanings(filled.name).some(isRefusal));
    if (RETRY_AMBIGUOUS === "off" && wasRefused) return;
    throw new Violation(
      "applications are accepted during an outage",
      `${sent.filled.name} got ${outcome}; the platform's responses: ${meanings.join(", ")}`,
    );
  }

  #checkAlreadyApplied(sent: Sent): void {
    const { platform, locator } = this.world;
    const { name } = sent.filled;
    if (platform.honoursKeys && locator.isDelivered(sent)) {
      throw new Violation("responses are true", `${name} got 'already applied', but was delivered`);
    }
    if (platform.knows(name)) return;
    throw new Violation(
      "responses are true",
      `${sent.filled.name} got 'already applied', but had not applied${this.#describeResponses(sent)}`,
    );
  }

  /** @param status undefined if there is no receipt */
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
      throw new Violation("receipts last", `${name} has no receipt`);
    }
    if (status === "already-applied") this.#checkAlreadyApplied(sent);
    if (status === "unconfirmed") this.#checkUnconfirmed(sent);
    if (status === "delivered" && !locator.isDelivered(sent)) {
      throw new Violation(
        "responses are true",
        `${name} has the receipt 'delivered', but was not delivered${this.#describeResponses(sent)}`,
      );
    }
    // The receipt might have been in transit while the last attempt ended.
    const last = platform.requests.filter((request) => request.name === name).at(-1);
    const hasJustEnded = last !== undefined && now - (last.seenAt ?? now) <= MAX_ANSWER_MS;
    if (status === "on-its-way" && !isAccountedFor && !hasJustEnded) {
      throw new Violation(
        "responses are true",
        `${name} has the receipt 'on its way', but is lost${this.#describeResponses(sent)}`,
      );
    }
    if (status === "on-its-way" && now > deadlines.nextAttempt(sent)) {
      throw new Violation("retried", `${name} waits, but is not sent again`);
    }
    if (status === "undelivered") this.#checkUndelivered(sent);
  }

  /** Checks the status "unconfirmed", which requires a 2xx with HTML or a 409. */
  #checkUnconfirmed(sent: Sent): void {
    const meanings = this.#getMeanings(sent.filled.name);
    if (meanings.includes("unverified") || meanings.includes("duplicate")) return;
    throw new Violation(
      "responses are true",
      `${sent.filled.name} has the receipt 'unconfirmed'${this.#describeResponses(sent)}`,
    );
  }

  /** Checks that the status "undelivered" has a reason: the time limit, a damaged file or enough refusals. */
  #checkUndelivered(sent: Sent): void {
    const { settings, scheduler } = this.world;
    const { filled } = sent;
    if (settings.RETRY_AMBIGUOUS === "off" || this.world.locator.isDamaged(sent)) return;
    // The time limit starts when the form is sent, even if crashes delay the first attempt.
    if (scheduler.now > sent.sentAt + settings.DELIVER_FOR_MS - HOUR / 12) return;
    // A correction is undelivered after one refusal.
    const isRefused = ["refused", "error-with-detail"];
    const meanings = this.#getMeanings(filled.name);
    if (sent.corrects && meanings.some((meaning) => isRefused.includes(meaning))) return;
    if (this.#countRefusals(sent) >= 2) return;
    throw new Violation(
      "not given up during an outage",
      `${filled.name} is undelivered${this.#describeResponses(sent)}`,
    );
  }
}
