import { faultLine } from "../../runtime/fault.server";
import { DurableObject } from "cloudflare:workers";
import { readSettings } from "../../config/settings.server";
import { platformOf } from "../../config/platform.server";
import { writeAll } from "../../runtime/streams.server";
import type { ApplyOutcome } from "../../platform/types";
import type { HeldCv } from "../model/application";
import { extensionOf } from "../model/file-name";
import { receiptNumber, type Receipt, type Standing } from "../model/receipt";
import { attempt } from "./attempt.server";
import { CvStore, type CvFile, type StoredCv } from "./cv-store.server";
import {
  CvUploads,
  type AppendAnswer,
  type BeginAnswer,
  type ProgressAnswer,
} from "./cv-uploads.server";
import { sha256Hex } from "./digest.server";
import {
  afterAttempt,
  afterCut,
  cvOf,
  draft,
  dropped,
  dueAt,
  firstAttempt,
  forgottenAt,
  isUnsent,
  nextAttempt,
  withoutContents,
  type ApplicationState,
  type Contents,
  type Unsent,
  type Sending,
  type SentRecord,
} from "./lifecycle";
import { Listing } from "./listing.server";
import { objectsOf, type ApplicationEnv } from "./objects.server";

/** What is handed over to be sent: what the platform is told, and what the receipt says of it. */
export interface Delivery extends Omit<Contents, "cv"> {
  /** The upload that is the CV, if there is one. */
  upload: number | undefined;
  receiptId: string;
  company: SentRecord["company"];
  positionTitle: string;
}

/**
 * What a candidate is answered. `taken`: other contents were sent under this id, and these are to
 * be sent under `successor`; `cv-gone`: the CV is not held any more.
 */
export type SubmitAnswer =
  | { outcome: "accepted"; receipt: Receipt }
  | Exclude<ApplyOutcome, { outcome: "accepted" }>
  | { outcome: "taken"; successor: string }
  | { outcome: "cv-gone" };

/** How soon an alarm that failed, by a wrong variable perhaps, is tried again. */
const ALARM_AGAIN_MS = 60_000;

/**
 * One application: holds its CV as it comes in, decides what becomes of it (`lifecycle.ts`), and is
 * the only caller of the platform's apply call. It forgets the contents when the platform has
 * them, and everything when nobody can ask any more.
 */
export class ApplicationObject extends DurableObject<ApplicationEnv> {
  readonly #cvs = new CvStore(this.ctx.storage.sql);
  readonly #uploads = new CvUploads(this.#cvs, this.ctx.storage.kv);
  readonly #listing = new Listing(this.ctx.storage.kv);
  /** CVs that are coming in. */
  #receiving = 0;
  /** The attempt that this very object is making. */
  #underWay: { digest: string; answer: Promise<SubmitAnswer> } | undefined;

  /** Binds the application to its position at first use; false if it is another position's. */
  async bind(positionUuid: string): Promise<boolean> {
    const state = this.#state();
    if (state && state.positionUuid !== positionUuid) return false;
    this.#touch();
    await this.#keep(state ?? draft(positionUuid));
    return true;
  }

  /** Takes a CV in as it comes; undefined, and nothing kept, if it is not of an accepted type. */
  async receiveCv(file: CvFile, content: ReadableStream<Uint8Array>): Promise<HeldCv | undefined> {
    const state = this.#state();
    if (!state) throw new Error("An application is bound to its position before its CV comes");
    this.#receiving += 1;
    try {
      await this.#arm(state);
      const cv = await this.#cvs.receive(file, content);
      return cv && shown(cv);
    } finally {
      this.#receiving -= 1;
      this.#touch();
    }
  }

  /** Forgets an upload, unless it is held or being sent. */
  async #discardCv(upload: number): Promise<void> {
    const state = this.#state();
    if (!state || upload === cvOf(state)) return;
    this.#cvs.discard(upload);
    this.#shrink(state);
    await this.#arm(state);
  }

  /** Makes room for a CV that comes in pieces; `sent`: the application holds nothing any more. */
  async beginCv(positionUuid: string, file: CvFile, length: number): Promise<BeginAnswer> {
    if (!(await this.bind(positionUuid))) return { outcome: "not-yours" };
    const state = this.#state();
    if (!state || !isUnsent(state)) return { outcome: "sent" };
    return this.#uploads.begin(file, length, this.#settings.MAX_CV_BYTES);
  }

  /** How much there is of a CV that comes in pieces; one that is whole is held, from now on. */
  async cvProgress(upload: number): Promise<ProgressAnswer> {
    if (!this.#state()) return { outcome: "gone" };
    const answer = await this.#uploads.progress(upload);
    await this.#holdWhole(answer);
    if (answer.outcome === "whole" || answer.outcome === "appended") this.#touch();
    return answer;
  }

  /** Takes a piece of a CV in; one that is whole with it is held. */
  async appendCv(
    upload: number,
    offset: number,
    content: ReadableStream<Uint8Array>,
  ): Promise<AppendAnswer> {
    if (!this.#state()) return { outcome: "gone" };
    this.#receiving += 1;
    try {
      const { MAX_CV_BYTES } = this.#settings;
      const answer = await this.#uploads.append(upload, offset, content, MAX_CV_BYTES);
      await this.#holdWhole(answer);
      return answer;
    } finally {
      this.#receiving -= 1;
      this.#touch();
    }
  }

  /** Whoever sent it knows it by its number, also when the same file is held already. */
  async #holdWhole(answer: AppendAnswer): Promise<void> {
    const state = this.#state();
    if (answer.outcome !== "whole" || !state || !isUnsent(state)) return;
    if (state.cv !== answer.cv.upload) await this.#keep({ ...state, cv: answer.cv.upload });
  }

  /** Forgets a CV that comes in pieces, or is held. */
  async cancelCv(upload: number): Promise<void> {
    const state = this.#state();
    if (!state) return;
    if (isUnsent(state) && state.cv === upload) await this.releaseCv();
    else await this.#uploads.cancel(upload);
  }

  /**
   * Keeps an upload for the next time that the form comes, in place of the one held before;
   * undefined where the application was sent before, and holds nothing any more.
   */
  async holdCv(upload: number): Promise<HeldCv | undefined> {
    const state = this.#state();
    const cv = this.#cvs.get(upload);
    if (!cv || !state || !isUnsent(state)) return undefined;
    const before = state.cv === undefined ? undefined : this.#cvs.get(state.cv);
    if (before && before.upload !== upload && before.sha256 === cv.sha256) {
      // The same file twice, by a double click: a page may have named the first.
      this.#cvs.discard(upload);
      return shown(before);
    }
    await this.#keep({ ...state, cv: upload });
    return shown(cv);
  }

  /** The CV that is held; nothing but its name and size ever leaves. */
  heldCv(): HeldCv | undefined {
    const state = this.#state();
    if (!state || !isUnsent(state) || state.cv === undefined) return undefined;
    const cv = this.#cvs.get(state.cv);
    return cv && shown(cv);
  }

  /**
   * The CV that a form counts on which brings none: the one that is held, or that it was sent with
   * before (a double click, a retry). Undefined if there is none, or `named` is another one.
   */
  countedOnCv(named: number | undefined): number | undefined {
    const state = this.#state();
    if (!state) return undefined;
    const upload = isUnsent(state) ? this.heldCv()?.upload : state.record.cv?.upload;
    return named === undefined || named === upload ? upload : undefined;
  }

  /** Forgets the CV that is held. */
  async releaseCv(): Promise<void> {
    const state = this.#state();
    if (state && isUnsent(state)) await this.#keep({ ...state, cv: undefined });
  }

  /** Hands the bytes of an upload to another application; undefined if they are gone. */
  async copyCv(upload: number, receiptId: string): Promise<number | undefined> {
    const cv = this.#cvs.get(upload);
    if (!cv) return undefined;
    const target = objectsOf(this.env).application(receiptId);
    const file = { name: cv.name, contentType: cv.contentType };
    const { readable, writable } = new IdentityTransformStream();
    const [copy] = await Promise.all([
      target.receiveCv(file, readable),
      writeAll(writable, this.#cvs.pieces(upload)),
    ]);
    await this.#discardCv(upload);
    return copy?.size === cv.size ? copy.upload : undefined;
  }

  /** What is known of a position's application that was sent. */
  receipt(positionUuid: string): Receipt | undefined {
    const state = this.#state();
    return state?.positionUuid === positionUuid ? this.#receipt(state) : undefined;
  }

  /**
   * Sends the application. What was sent before is not sent again: the same contents get the same
   * answer, and other contents are `taken`.
   */
  async submit(delivery: Delivery): Promise<SubmitAnswer> {
    const { upload } = delivery;
    const answer = await this.#submit(delivery);
    // One that is taken is still to be copied to the application that it will be sent with.
    if (upload !== undefined && answer.outcome !== "taken") await this.#discardCv(upload);
    return answer;
  }

  /** An operator has it sent again, now; undefined where there is nothing to send. */
  async sendAgain(): Promise<Standing | undefined> {
    const state = this.#state();
    const next = state && nextAttempt(state, Date.now());
    if (next && !this.#underWay) await this.#send(next);
    return this.#standing();
  }

  /** An operator gives it up; undefined where there is nothing to give up. */
  async drop(): Promise<Standing | undefined> {
    const state = this.#state();
    if (state?.state === "waiting" || state?.state === "failed") {
      await this.#settle(dropped(state, Date.now()));
    }
    return this.#standing();
  }

  /** Whatever is due: an attempt, or forgetting. Never throws, so that it is never run twice over. */
  override async alarm(): Promise<void> {
    try {
      await this.#wake();
    } catch (error) {
      console.error("An application's alarm failed:", faultLine(error));
      await this.ctx.storage.setAlarm(Date.now() + ALARM_AGAIN_MS);
    }
  }

  async #submit(delivery: Delivery): Promise<SubmitAnswer> {
    const { application, applicationId, upload, receiptId, company, positionTitle } = delivery;
    const stored = upload === undefined ? undefined : this.#cvs.get(upload);
    const sentCv = this.#record()?.cv;
    // Of what was sent only this is left: enough to know a repeat by.
    const isSentCv = upload !== undefined && upload === sentCv?.upload;
    if (upload !== undefined && !stored && !isSentCv) return { outcome: "cv-gone" };
    const cvDigest = stored ? await this.#salted(stored.sha256) : isSentCv ? sentCv.digest : "";
    const digest = await this.#salted(JSON.stringify([application, cvDigest]));

    const state = this.#state();
    if (!state) throw new Error("An application is bound to its position before it is sent");
    const other = async (): Promise<SubmitAnswer> =>
      // A file that was sent is not sent along with what somebody else may have entered.
      isSentCv
        ? { outcome: "cv-gone" }
        : // Made of what it stands for: the same contents twice are the same successor.
          { outcome: "taken", successor: await sha256Hex(`${applicationId} ${digest}`) };
    if (this.#underWay) return this.#underWay.digest === digest ? this.#underWay.answer : other();
    if (!isUnsent(state)) {
      if (state.record.digest !== digest) return other();
      if (state.state !== "failed") return this.#answer(state);
      const again = nextAttempt(state, Date.now());
      if (again) return this.#send(again);
    }
    // Another tab with the same draft may have replaced it since.
    const cv = upload === undefined ? undefined : this.#cvs.get(upload);
    if (upload !== undefined && !cv) return { outcome: "cv-gone" };
    const { clientUuid, csrfToken, recaptchaToken, isSuspect = false } = delivery;
    const contents: Contents = {
      applicationId,
      clientUuid,
      application,
      csrfToken,
      recaptchaToken,
      isSuspect,
      cv: upload,
    };
    const record: SentRecord = {
      receiptId,
      digest,
      company,
      positionTitle,
      sentAt: Date.now(),
      ...(cv && {
        cv: {
          upload: cv.upload,
          size: cv.size,
          digest: cvDigest,
          kind: extensionOf(cv.name).toUpperCase(),
        },
      }),
      answers: application.killerQuestions.length + application.openQuestions.length,
    };
    return this.#send(firstAttempt(state, contents, record));
  }

  #send(sending: Sending): Promise<SubmitAnswer> {
    const answer = this.#attempt(sending).finally(() => {
      this.#underWay = undefined;
    });
    this.#underWay = { digest: sending.record.digest, answer };
    return answer;
  }

  async #attempt(sending: Sending): Promise<SubmitAnswer> {
    const settings = this.#settings;
    // Kept before anything leaves: whoever ends this process does not end the application.
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
    return this.#answer(next, outcome);
  }

  async #wake(): Promise<void> {
    const state = this.#state();
    const now = Date.now();
    if (this.#underWay) {
      // It takes longer than it should, and ends by itself.
      return this.ctx.storage.setAlarm(now + this.#settings.APPLY_TIMEOUT_MS);
    }
    if (!state) return this.#forget();
    if (!isUnsent(state) && this.#touchedAt() + this.#settings.HOLD_MS <= now) {
      this.#cvs.discardAllBut(cvOf(state));
      this.#shrink(state);
    }
    if (dueAt(state, this.#touchedAt(), this.#settings) > now) {
      return this.#list(state);
    }
    switch (state.state) {
      case "sending": {
        const next = afterCut(state, this.#settings, now);
        await (next.state === "sending" ? this.#send(next) : this.#settle(next));
        return;
      }
      case "waiting": {
        const next = nextAttempt(state, now);
        if (next) await this.#send(next);
        return;
      }
      case "failed":
        if (state.kept) return this.#settle(withoutContents(state));
    }
    await this.#list(state);
    return this.#forget();
  }

  /** Goes over into a state, with all that follows from it. */
  async #settle(next: ApplicationState): Promise<void> {
    await this.#keep(next);
    await this.#list(next);
    if (next.state !== "failed" || !next.kept) return;
    const { attempts, lastStatus } = next.kept;
    console.error(
      `Application ${receiptNumber(next.record.receiptId)} could not be delivered (${next.reason}) ` +
        `after ${attempts} attempts; last answer: ${lastStatus ?? "none"}. ` +
        `It is kept until ${new Date(next.keepUntil).toISOString()}: npm run applications`,
    );
  }

  /** Remembers a state, and lets go of what the one before held: in one transaction. */
  #keep(next: ApplicationState): Promise<void> {
    const before = this.#state();
    const cv = cvOf(before);
    this.ctx.storage.kv.put("state", next);
    if (cv !== undefined && cv !== cvOf(next)) this.#cvs.discard(cv);
    if (before && hasContents(before)) this.#shrink(next);
    return this.#arm(next);
  }

  /**
   * Rows that are deleted leave their room in the storage, and their bytes in it: once the contents
   * are gone, it is made anew. Not while a repeat is still coming in.
   */
  #shrink(state: ApplicationState): void {
    const isNeeded = state.state === "draft" || hasContents(state);
    if (isNeeded || this.#cvs.hasOthers(undefined)) return;
    const { kv } = this.ctx.storage;
    const kept = [...kv.list()];
    // It takes effect at once, and what is put back goes into the same turn.
    void this.ctx.storage.deleteAll();
    for (const [key, value] of kept) kv.put(key, value);
  }

  /** Sets the alarm to what is next due. */
  #arm(state: ApplicationState): Promise<void> {
    const settings = this.#settings;
    const touchedAt = this.#touchedAt();
    const dues = [
      dueAt(state, touchedAt, settings),
      ...(this.#receiving > 0 || this.#cvs.hasOthers(cvOf(state))
        ? [touchedAt + settings.HOLD_MS]
        : []),
      ...(this.#listing.isRight(state) ? [] : [Date.now() + settings.RETRY_MOST_MS]),
    ];
    return this.ctx.storage.setAlarm(Math.min(...dues));
  }

  /** Keeps the index of what is not delivered true, and the alarm of what has become of it. */
  async #list(state: ApplicationState): Promise<void> {
    const index = objectsOf(this.env).undelivered();
    await this.#listing.tell(state, index, this.#settings.READ_TIMEOUT_MS);
    // It may have gone over into another state meanwhile.
    const now = this.#state();
    if (now) await this.#arm(now);
  }

  async #forget(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #standing(): Standing | undefined {
    const state = this.#state();
    return state && this.#receipt(state)?.standing;
  }

  #receipt(state: ApplicationState): Receipt | undefined {
    if (isUnsent(state)) return undefined;
    const { receiptId: id, sentAt, company, positionTitle, cv, answers } = state.record;
    return {
      id,
      sentAt,
      company,
      positionTitle,
      answers,
      until: forgottenAt(state, this.#settings),
      standing: STANDINGS[state.state],
      cv: cv && { kind: cv.kind, size: cv.size },
    };
  }

  /** What a candidate is told of a state; of one that is held again, what the platform said. */
  #answer(state: ApplicationState, outcome?: ApplyOutcome): SubmitAnswer {
    const receipt = this.#receipt(state);
    if (receipt?.standing === "already-applied") return { outcome: "already-applied" };
    if (receipt) return { outcome: "accepted", receipt };
    if (outcome && outcome.outcome !== "accepted") return outcome;
    throw new Error("What was accepted is not held");
  }

  #record(): SentRecord | undefined {
    const state = this.#state();
    return state && !isUnsent(state) ? state.record : undefined;
  }

  #state(): ApplicationState | undefined {
    return this.ctx.storage.kv.get<ApplicationState>("state");
  }

  /** When a candidate last wrote to it; now, while a CV is coming in. */
  #touchedAt(): number {
    if (this.#receiving > 0) return Date.now();
    return this.ctx.storage.kv.get<number>("touchedAt") ?? 0;
  }

  #touch(): void {
    this.ctx.storage.kv.put("touchedAt", Date.now());
  }

  get #settings() {
    return readSettings(this.env);
  }

  /** The SHA-256 of a text with a salt of the application's own: what stays of it tells nobody. */
  #salted(text: string): Promise<string> {
    const { kv } = this.ctx.storage;
    const salt = kv.get<string>("salt") ?? crypto.randomUUID();
    kv.put("salt", salt);
    return sha256Hex(`${salt} ${text}`);
  }
}

const hasContents = (state: ApplicationState) =>
  cvOf(state) !== undefined ||
  "contents" in state ||
  (state.state === "failed" && state.kept !== undefined);

const shown = ({ upload, name, size }: StoredCv): HeldCv => ({ upload, name, size });

const STANDINGS = {
  sending: "on-its-way",
  waiting: "on-its-way",
  delivered: "delivered",
  "already-applied": "already-applied",
  failed: "undelivered",
} as const satisfies Record<Exclude<ApplicationState, Unsent>["state"], Standing>;
