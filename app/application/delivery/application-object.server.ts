// Longer than 250 lines, because the runtime wants one class for all that may be asked of an application:
// `lifecycle.ts` and `after-attempt.ts` decide for it, `stored-application.server.ts` stores its state,
// `cv-holder.server.ts` has its CVs, `turn.server.ts` waits for its turn, `listing.server.ts` tells the index.
import { DurableObject } from "cloudflare:workers";
import { platformOf } from "../../config/platform.server";
import { readSettings } from "../../config/settings.server";
import { faultLine } from "../../runtime/fault.server";
import type { HeldCv } from "../model/application";
import type { Receipt, Standing } from "../model/receipt";
import { answerOf, operatorLine, receiptOf, type SubmitAnswer } from "./answers";
import { afterAttempt, afterCut } from "./after-attempt";
import { attempt } from "./attempt.server";
import { CvHolder, type OperatorCv } from "./cv-holder.server";
import type { CvFile } from "./cv-rows.server";
import { CvStore } from "./cv-store.server";
import {
  CvUploads,
  type AppendAnswer,
  type BeginAnswer,
  type ProgressAnswer,
} from "./cv-uploads.server";
import { contentsOf, recordOf, type Delivery } from "./delivery";
import { digestsOf, type Digests } from "./digests.server";
import { isSameText, sha256Hex } from "./digest.server";
import {
  formOf,
  isMendable,
  triesLeftOf,
  triedWrongly,
  type FormBack,
  type TryAnswer,
} from "./given-back";
import {
  draft,
  dropped,
  dueAt,
  firstAttempt,
  nextAttempt,
  onSubmit,
  withoutContents,
} from "./lifecycle";
import { Listing } from "./listing.server";
import { objectsOf, type ApplicationEnv } from "./objects.server";
import { exportOf, queued, viewOf, type Export, type OperatorView } from "./operator-view";
import { Schema } from "./schema.server";
import { cvOf, isUnsent, recordIn, type ApplicationState, type Sending } from "./state";
import { StoredApplication } from "./stored-application.server";
import { Turn } from "./turn.server";

/** An alarm that threw (a variable may be wrong) runs again after this, in ms. */
const ALARM_AGAIN_MS = 60_000;

/**
 * One application. It holds the CV, moves from state to state as `lifecycle.ts` decides, and is the
 * only caller of the platform's apply call. It deletes the contents when the platform has them, and
 * everything when the receipt runs out.
 */
export class ApplicationObject extends DurableObject<ApplicationEnv> {
  readonly #schema = new Schema(this.ctx.storage);
  readonly #cvs = new CvStore(this.ctx.storage.sql, this.#schema);
  readonly #stored = new StoredApplication(this.ctx.storage, this.#cvs, this.#schema);
  readonly #listing = new Listing(this.ctx.storage.kv, {
    state: () => this.#stored.state,
    index: (name) => objectsOf(this.env).undelivered(name),
    timeoutMs: () => this.#settings.READ_TIMEOUT_MS,
  });
  readonly #turn = new Turn(this.ctx.storage.kv, () => objectsOf(this.env).release());
  readonly #holder = new CvHolder({
    stored: this.#stored,
    cvs: this.#cvs,
    uploads: new CvUploads(this.#cvs, this.ctx.storage.kv),
    env: this.env,
    maxCvBytes: () => this.#settings.MAX_CV_BYTES,
    keep: (state) => this.#keep(state),
    arm: (state) => this.#arm(state),
    waitUntil: (work) => this.ctx.waitUntil(work),
  });
  /** The attempt that is being made now, by this instance. */
  #underWay: { digest: string; answer: Promise<SubmitAnswer> } | undefined;

  /** The first call binds the application to a position; false if it is bound to another one. */
  async bind(positionUuid: string): Promise<boolean> {
    const { state } = this.#stored;
    if (state && state.positionUuid !== positionUuid) return false;
    this.#stored.touch();
    await this.#keep(state ?? draft(positionUuid));
    return true;
  }

  /** The position that it is bound to, if it is. Stores nothing. */
  boundTo(): string | undefined {
    return this.#stored.state?.positionUuid;
  }

  receiveCv(file: CvFile, content: ReadableStream<Uint8Array>): Promise<HeldCv | undefined> {
    return this.#holder.receive(file, content);
  }

  async beginCv(positionUuid: string, file: CvFile, length: number): Promise<BeginAnswer> {
    if (!(await this.bind(positionUuid))) return { outcome: "not-yours" };
    return this.#holder.begin(file, length);
  }

  cvProgress(upload: number): Promise<ProgressAnswer> {
    return this.#holder.progress(upload);
  }

  appendCv(
    upload: number,
    offset: number,
    content: ReadableStream<Uint8Array>,
  ): Promise<AppendAnswer> {
    return this.#holder.append(upload, offset, content);
  }

  cancelCv(upload: number): Promise<boolean> {
    return this.#holder.cancel(upload);
  }

  holdCv(upload: number): Promise<HeldCv | undefined> {
    return this.#holder.hold(upload);
  }

  heldCv(): HeldCv | undefined {
    return this.#holder.held();
  }

  countedOnCv(named: number | undefined, isCorrection = false): number | undefined {
    return this.#holder.countedOn(named, isCorrection);
  }

  keptCv(named?: number): HeldCv | undefined {
    return this.#holder.kept(named);
  }

  releaseCv(): Promise<void> {
    return this.#holder.release();
  }

  copyCv(upload: number, receiptId: string): Promise<number | undefined> {
    return this.#holder.copyTo(receiptId, upload);
  }

  /** The receipt; undefined if the application was not sent, or not for this position. */
  receipt(positionUuid: string): Receipt | undefined {
    const { state } = this.#stored;
    return state?.positionUuid === positionUuid ? receiptOf(state, this.#settings) : undefined;
  }

  /**
   * Sends the application, unless it was sent before: then the same contents get the same answer, and
   * other contents are `taken`.
   *
   * @param isRepeat whether the Worker submits it once more by itself, because the object broke
   */
  async submit(delivery: Delivery, isRepeat = false): Promise<SubmitAnswer> {
    const { upload } = delivery;
    await this.#giveBackCut();
    const digests = await digestsOf(delivery, { stored: this.#stored, cvs: this.#cvs });
    const answer = await this.#answerTo(delivery, { ...digests, isRepeat });
    // If the id is taken, the CV is still needed: it is copied to the successor.
    if (upload !== undefined && answer.outcome !== "taken") await this.#holder.discard(upload);
    return answer;
  }

  /**
   * The form of a refused application, for whoever knows the phone number that was sent. A wrong one
   * is counted.
   *
   * @param phone E.164
   */
  async giveBack(positionUuid: string, phone: string): Promise<TryAnswer> {
    const { state } = this.#stored;
    if (state?.positionUuid !== positionUuid || !isMendable(state) || triesLeftOf(state) === 0) {
      return { outcome: "closed" };
    }
    if (isSameText(phone, state.kept.contents.application.phone)) {
      const form = formOf(state, this.#holder.kept());
      return { outcome: "right", applicationId: state.kept.contents.applicationId, ...form };
    }
    const next = triedWrongly(state);
    await this.#keep(next);
    return { outcome: "wrong", triesLeft: triesLeftOf(next) };
  }

  /**
   * The form of a refused application, for a browser that still has what was entered, and knows the
   * secret id. Undefined if it cannot be mended any more.
   */
  formBack(positionUuid: string): Omit<FormBack, "application"> | undefined {
    const { state } = this.#stored;
    if (state?.positionUuid !== positionUuid || !isMendable(state)) return undefined;
    const { application: _, ...form } = formOf(state, this.#holder.kept());
    return form;
  }

  /**
   * An operator sends it again, now, or waits for the attempt under way.
   *
   * @returns the standing; undefined if it was never sent
   */
  async sendAgain(): Promise<Standing | undefined> {
    const { state } = this.#stored;
    const next = state && nextAttempt(state, Date.now());
    if (this.#underWay) await this.#underWay.answer;
    else if (next) await this.#deliver(next);
    return this.#standing();
  }

  /** An operator has it sent when its turn comes. @returns where it then stands */
  async enqueue(): Promise<OperatorView | undefined> {
    const { state } = this.#stored;
    const next = state && queued(state, Date.now());
    if (next) await this.#settle(next);
    return this.view();
  }

  /** Where it stands, for an operator; undefined if it was never sent. */
  view(): OperatorView | undefined {
    const { state } = this.#stored;
    return state && viewOf(state);
  }

  /** What the candidate sent, for an operator; undefined if nothing is left of it. */
  exported(): Export | undefined {
    const { state } = this.#stored;
    const cv = cvOf(state);
    return state && exportOf(state, cv === undefined ? undefined : this.#cvs.get(cv));
  }

  /** The CV that was sent, for an operator. The stream fails if the CV is deleted meanwhile. */
  cvForOperator(): OperatorCv | undefined {
    const { state } = this.#stored;
    const upload = cvOf(state);
    if (!state || isUnsent(state) || upload === undefined) return undefined;
    return this.#holder.handOut(upload);
  }

  /** An operator gives it up. @returns the standing; undefined if it was never sent */
  async drop(): Promise<Standing | undefined> {
    const { state } = this.#stored;
    if (state?.state === "waiting" || state?.state === "failed" || state?.state === "unconfirmed") {
      await this.#settle(dropped(state, Date.now()));
    }
    return this.#standing();
  }

  /** Does what is due. Never throws: the runtime would run the alarm again, up to six times. */
  override async alarm(): Promise<void> {
    try {
      await this.#wake();
    } catch (error) {
      console.error("An application's alarm failed:", faultLine(error));
      await this.ctx.storage.setAlarm(Date.now() + ALARM_AGAIN_MS);
    }
  }

  async #answerTo(
    delivery: Delivery,
    { digest, digestVersion, cvDigest, isRepeat }: Digests & { isRepeat: boolean },
  ): Promise<SubmitAnswer> {
    const { upload, applicationId } = delivery;
    const { state } = this.#stored;
    if (!state) throw new Error("An application is bound to its position before it is sent");
    // The CV may be gone: another tab with the same draft can replace it.
    const cv = upload === undefined ? undefined : this.#cvs.get(upload);
    const found = recordIn(state)?.cv?.upload === upload ? "sent" : cv ? "held" : "gone";
    const submitted = {
      digest,
      cv: upload === undefined ? "none" : found,
      isCorrection: delivery.isCorrection ?? false,
      isRepeat: isRepeat && this.#settings.RETRY_AMBIGUOUS === "off",
    } as const;
    switch (onSubmit(state, submitted, this.#underWay?.digest)) {
      case "cv-gone":
        return { outcome: "cv-gone" };
      case "cut":
        return { outcome: "unreachable" };
      case "taken":
        // Derived from the contents, so that a repeat of them gets the same successor.
        return { outcome: "taken", successor: await sha256Hex(`${applicationId} ${digest}`) };
      case "joins":
      case "answered":
        return this.#underWay?.answer ?? answerOf(state, this.#settings);
      case "again": {
        const next = nextAttempt(state, Date.now());
        if (!next) throw new Error("An application that failed has nothing left to be sent");
        return this.#deliver(next);
      }
      case "first": {
        const sentCv = cv && { ...cv, digest: cvDigest };
        const sent = { digest, digestVersion, cv: sentCv, sentAt: Date.now() };
        return this.#deliver(firstAttempt(state, contentsOf(delivery), recordOf(delivery, sent)));
      }
    }
  }

  /** Gives an application back to its candidate whose attempt was cut off, if nothing is sent later. */
  async #giveBackCut(): Promise<void> {
    const { state } = this.#stored;
    if (state?.state !== "sending" || this.#underWay) return;
    const next = afterCut(state, this.#settings, Date.now());
    if (isUnsent(next)) await this.#settle(next);
  }

  /** Makes an attempt; a repeat that comes meanwhile waits for the same answer. */
  #deliver(sending: Sending): Promise<SubmitAnswer> {
    const answer = this.#attempt(sending).finally(() => {
      this.#underWay = undefined;
    });
    this.#underWay = { digest: sending.record.digest, answer };
    return answer;
  }

  async #attempt(sending: Sending): Promise<SubmitAnswer> {
    const settings = this.#settings;
    this.#turn.take();
    // Stored before the attempt: the application survives the end of this process.
    await this.#keep(sending);
    const outcome = await attempt(sending, {
      platform: platformOf(this.env),
      cvs: this.#cvs,
      botTokenMs: settings.BOT_TOKEN_MS,
    });
    if (sending.attempts > 1) this.ctx.waitUntil(this.#turn.report(sending, outcome));
    const clock = { now: Date.now(), random: Math.random() };
    const next = afterAttempt(sending, outcome, settings, clock);
    await this.#settle(next);
    return answerOf(next, settings, outcome);
  }

  async #wake(): Promise<void> {
    const { state, touchedAt } = this.#stored;
    const now = Date.now();
    if (this.#underWay) {
      // The attempt is late, and ends by itself.
      return this.ctx.storage.setAlarm(now + this.#settings.APPLY_TIMEOUT_MS);
    }
    if (!state) return this.#stored.forget();
    const isUntouched = !this.#holder.isReceiving && touchedAt + this.#settings.HOLD_MS <= now;
    if (!isUnsent(state) && isUntouched) {
      this.#cvs.discardAllBut(cvOf(state));
      this.#stored.shrink(state);
    }
    if (this.#dueAt(state) > now) {
      await this.#arm(state);
      this.#list(state);
      return;
    }
    switch (state.state) {
      case "sending": {
        const next = afterCut(state, this.#settings, now);
        return next.state === "sending" ? this.#deliverInTurn(next) : this.#settle(next);
      }
      case "waiting": {
        const next = nextAttempt(state, now);
        if (next) await this.#deliverInTurn(next);
        return;
      }
      case "failed":
      case "unconfirmed":
        if (state.kept) return this.#settle(withoutContents(state));
    }
    // The last time that the index can be told.
    await this.#listing.tell();
    return this.#stored.forget();
  }

  /** Makes a later attempt if it is its turn. If not, the alarm asks again when it may be. */
  async #deliverInTurn(asking: Sending): Promise<void> {
    const mayGo = await this.#turn.ask(asking, this.#settings);
    // Meanwhile an operator may have sent it or given it up, and its candidate sent it anew.
    const next = this.#underWay ? undefined : this.#laterAttempt();
    const isSame =
      next?.attempts === asking.attempts && next.record.sentAt === asking.record.sentAt;
    if (!isSame) this.#turn.take();
    const { state } = this.#stored;
    if (mayGo && isSame) await this.#deliver(next);
    else if (state) await this.#arm(state);
    await this.#turn.reported;
  }

  /** The attempt that is due: the next one, or the same again after it was cut off. */
  #laterAttempt(): Sending | undefined {
    const { state } = this.#stored;
    const now = Date.now();
    if (state?.state === "waiting") return nextAttempt(state, now);
    const next = state?.state === "sending" ? afterCut(state, this.#settings, now) : undefined;
    return next?.state === "sending" ? next : undefined;
  }

  /** Stores a state, tells the index, and logs what an operator must know. */
  async #settle(next: ApplicationState): Promise<void> {
    await this.#keep(next);
    this.#list(next);
    const line = operatorLine(next);
    if (line !== undefined) console.error(line);
  }

  /** Stores a state, and sets the alarm to what is due next. */
  #keep(next: ApplicationState): Promise<void> {
    this.#stored.put(next);
    return this.#arm(next);
  }

  #arm(state: ApplicationState): Promise<void> {
    const { HOLD_MS, RETRY_MOST_MS } = this.#settings;
    const holdsMore = this.#holder.isReceiving || this.#cvs.hasOthers(cvOf(state));
    const dues = [
      this.#dueAt(state),
      ...(holdsMore ? [this.#touchedAt + HOLD_MS] : []),
      ...(this.#listing.isRight(state) ? [] : [Date.now() + RETRY_MOST_MS]),
    ];
    return this.ctx.storage.setAlarm(Math.min(...dues));
  }

  #dueAt(state: ApplicationState): number {
    const due = dueAt(state, this.#touchedAt, this.#settings);
    const isOnItsWay = state.state === "waiting" || state.state === "sending";
    return isOnItsWay ? Math.max(due, this.#turn.askAt) : due;
  }

  /** While a CV is coming in, the application counts as touched. */
  get #touchedAt(): number {
    return this.#holder.isReceiving ? Date.now() : this.#stored.touchedAt;
  }

  /**
   * Has the index told of a state, if there is news for it. Nobody waits for it. Until it has answered,
   * the alarm is set to tell it once more (`#arm`); then it is set anew.
   */
  #list(state: ApplicationState): void {
    if (this.#listing.isRight(state)) return;
    const telling = this.#listing.tell().then(() => {
      const now = this.#stored.state;
      return now && this.#arm(now);
    });
    this.ctx.waitUntil(
      telling.catch((error: unknown) =>
        console.error("An application could not tell the index:", faultLine(error)),
      ),
    );
  }

  #standing(): Standing | undefined {
    const { state } = this.#stored;
    return state && receiptOf(state, this.#settings)?.standing;
  }

  get #settings() {
    return readSettings(this.env);
  }
}
