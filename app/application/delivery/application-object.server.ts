// Longer than 250 lines, because the runtime wants one class: `lifecycle.ts` decides for it,
// `stored-application.server.ts` stores its state, and `cv-holder.server.ts` has its CVs.
import { DurableObject } from "cloudflare:workers";
import { platformOf } from "../../config/platform.server";
import { readSettings } from "../../config/settings.server";
import { faultLine } from "../../runtime/fault.server";
import type { HeldCv } from "../model/application";
import type { Receipt, Standing } from "../model/receipt";
import { answerOf, operatorLine, receiptOf, type SubmitAnswer } from "./answers";
import { afterAttempt, afterCut } from "./after-attempt";
import { attempt } from "./attempt.server";
import { CvHolder } from "./cv-holder.server";
import type { CvFile } from "./cv-rows.server";
import { CvStore } from "./cv-store.server";
import {
  CvUploads,
  type AppendAnswer,
  type BeginAnswer,
  type ProgressAnswer,
} from "./cv-uploads.server";
import { contentsOf, recordOf, type Delivery } from "./delivery";
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
import { cvOf, isUnsent, type ApplicationState, type Sending, type SentRecord } from "./state";
import { StoredApplication } from "./stored-application.server";

/** An alarm that threw (a variable may be wrong) runs again after this, in ms. */
const ALARM_AGAIN_MS = 60_000;

/**
 * One application. It holds the CV, moves from state to state as `lifecycle.ts` decides, and is the
 * only caller of the platform's apply call. It deletes the contents when the platform has them, and
 * everything when the receipt runs out.
 */
export class ApplicationObject extends DurableObject<ApplicationEnv> {
  readonly #cvs = new CvStore(this.ctx.storage.sql);
  readonly #stored = new StoredApplication(this.ctx.storage, this.#cvs);
  readonly #listing = new Listing(this.ctx.storage.kv);
  readonly #holder = new CvHolder({
    stored: this.#stored,
    cvs: this.#cvs,
    uploads: new CvUploads(this.#cvs, this.ctx.storage.kv),
    env: this.env,
    maxCvBytes: () => this.#settings.MAX_CV_BYTES,
    keep: (state) => this.#keep(state),
    arm: (state) => this.#arm(state),
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

  cancelCv(upload: number): Promise<void> {
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
   */
  async submit(delivery: Delivery): Promise<SubmitAnswer> {
    const { upload, application } = delivery;
    const cvDigest = upload === undefined ? "" : await this.#cvDigest(upload);
    const digest = await this.#stored.salted(JSON.stringify([application, cvDigest]));
    const answer = await this.#answerTo(delivery, { digest, cvDigest });
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

  /** An operator sends it again, now. @returns the standing; undefined if it was never sent */
  async sendAgain(): Promise<Standing | undefined> {
    const { state } = this.#stored;
    const next = state && nextAttempt(state, Date.now());
    if (next && !this.#underWay) await this.#deliver(next);
    return this.#standing();
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

  /** The salted digest of a CV that is held, or was sent before; empty if it is neither. */
  async #cvDigest(upload: number): Promise<string> {
    const cv = this.#cvs.get(upload);
    if (cv) return this.#stored.salted(cv.sha256);
    const sent = this.#sentCv();
    return sent?.upload === upload ? (sent.digest ?? "") : "";
  }

  async #answerTo(
    delivery: Delivery,
    { digest, cvDigest }: { digest: string; cvDigest: string },
  ): Promise<SubmitAnswer> {
    const { upload, applicationId } = delivery;
    const { state } = this.#stored;
    if (!state) throw new Error("An application is bound to its position before it is sent");
    // The CV may be gone: another tab with the same draft can replace it.
    const cv = upload === undefined ? undefined : this.#cvs.get(upload);
    const found = this.#sentCv()?.upload === upload ? "sent" : cv ? "held" : "gone";
    const submitted = {
      digest,
      cv: upload === undefined ? "none" : found,
      isCorrection: delivery.isCorrection ?? false,
    } as const;
    switch (onSubmit(state, submitted, this.#underWay?.digest)) {
      case "cv-gone":
        return { outcome: "cv-gone" };
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
        const sent = { digest, cv: cv && { ...cv, digest: cvDigest }, sentAt: Date.now() };
        return this.#deliver(firstAttempt(state, contentsOf(delivery), recordOf(delivery, sent)));
      }
    }
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
    // Stored before the attempt: the application survives the end of this process.
    await this.#keep(sending);
    if (sending.attempts === 1) await this.#list(sending);
    const outcome = await attempt(sending, {
      platform: platformOf(this.env),
      cvs: this.#cvs,
      botTokenMs: settings.BOT_TOKEN_MS,
    });
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
    if (this.#dueAt(state) > now) return this.#list(state);
    switch (state.state) {
      case "sending": {
        const next = afterCut(state, this.#settings, now);
        await (next.state === "sending" ? this.#deliver(next) : this.#settle(next));
        return;
      }
      case "waiting": {
        const next = nextAttempt(state, now);
        if (next) await this.#deliver(next);
        return;
      }
      case "failed":
      case "unconfirmed":
        if (state.kept) return this.#settle(withoutContents(state));
    }
    await this.#list(state);
    return this.#stored.forget();
  }

  /** Stores a state, tells the index, and logs what an operator must know. */
  async #settle(next: ApplicationState): Promise<void> {
    await this.#keep(next);
    await this.#list(next);
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
    return dueAt(state, this.#touchedAt, this.#settings);
  }

  /** While a CV is coming in, the application counts as touched. */
  get #touchedAt(): number {
    return this.#holder.isReceiving ? Date.now() : this.#stored.touchedAt;
  }

  /** Tells the index of a state, and sets the alarm again: the index may have to be told once more. */
  async #list(state: ApplicationState): Promise<void> {
    const index = objectsOf(this.env).undelivered();
    await this.#listing.tell(state, index, this.#settings.READ_TIMEOUT_MS);
    // The state may have changed meanwhile.
    const now = this.#stored.state;
    if (now) await this.#arm(now);
  }

  #standing(): Standing | undefined {
    const { state } = this.#stored;
    return state && receiptOf(state, this.#settings)?.standing;
  }

  #sentCv(): SentRecord["cv"] {
    const { state } = this.#stored;
    return state && !isUnsent(state) ? state.record.cv : undefined;
  }

  get #settings() {
    return readSettings(this.env);
  }
}
