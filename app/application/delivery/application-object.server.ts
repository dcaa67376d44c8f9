import { DurableObject } from "cloudflare:workers";
import { platformOf } from "../../config/platform.server";
import { readSettings } from "../../config/settings.server";
import { count } from "../../metrics/metrics.server";
import { faultLine } from "../../runtime/fault.server";
import type { HeldCv, HeldFile } from "../model/application";
import { CV_FIELD, uploadIn, type FieldFile } from "../model/files";
import type { Receipt, Standing } from "../model/receipt";
import { receiptOf, type SubmitAnswer } from "./answers";
import { Courier } from "./courier.server";
import { FileHolder, type OperatorFile } from "./file-holder.server";
import type { NamedFile } from "./file-rows.server";
import { FileStore } from "./file-store.server";
import {
  FileUploads,
  type AppendAnswer,
  type BeginAnswer,
  type ProgressAnswer,
} from "./file-uploads.server";
import type { Delivery } from "./delivery";
import type { FormBack } from "./given-back";
import { draft, dropped, nextAttempt } from "./lifecycle";
import { Listing } from "./listing.server";
import { objectsOf, type ApplicationEnv } from "./objects.server";
import { exportOf, queued, viewOf, type Export, type OperatorView } from "./operator-view";
import { Reception } from "./reception.server";
import { Schema } from "./schema.server";
import { isUnsent, UnknownStorageError } from "./state";
import { filesOf } from "./state-files";
import { StateKeeper } from "./state-keeper.server";
import { StoredApplication } from "./stored-application.server";
import { Turn } from "./turn.server";
import { entryOf } from "./undelivered";

/** An alarm that threw (a variable may be wrong) runs again after this, in ms. */
const ALARM_AGAIN_MS = 60_000;

/** How many times, and how far apart in ms, setting an alarm is tried while writes fail. */
const ALARM_TRIES = 20;
const ALARM_TRY_AGAIN_MS = 30_000;

/** So does one that met storage that this build cannot read: only another build helps. */
const UNREADABLE_AGAIN_MS = 60 * 60_000;

/**
 * One application, and all that may be asked of it. `lifecycle.ts` and `after-attempt.ts` decide what
 * becomes of it; `FileHolder` has its files, `Reception` takes its form, `StateKeeper` keeps its state,
 * `Courier` brings it to the platform. Its contents are deleted when the platform has them, and everything when the receipt runs out.
 *
 * Methods that are named after the CV take any field's file.
 */
export class ApplicationObject extends DurableObject<ApplicationEnv> {
  readonly #schema = new Schema(this.ctx.storage);
  readonly #files = new FileStore(this.ctx.storage.sql, this.#schema);
  readonly #stored = new StoredApplication(this.ctx.storage, this.#files, this.#schema);
  readonly #listing = new Listing(this.ctx.storage.kv, {
    state: () => this.#stored.state,
    index: (name) => objectsOf(this.env).undelivered(name),
    timeoutMs: () => this.#settings.READ_TIMEOUT_MS,
  });
  /** What the parts below share. */
  readonly #parts = {
    storage: this.ctx.storage,
    stored: this.#stored,
    files: this.#files,
    listing: this.#listing,
    turn: new Turn(this.ctx.storage.kv, (client) => objectsOf(this.env).release(client)),
    settings: () => this.#settings,
    waitUntil: (work: Promise<unknown>) => this.ctx.waitUntil(work),
  };
  readonly #keeper: StateKeeper = new StateKeeper({
    ...this.#parts,
    holder: () => this.#holder,
  });
  readonly #holder = new FileHolder({
    ...this.#parts,
    keeper: this.#keeper,
    uploads: new FileUploads(this.#files, this.ctx.storage.kv),
    env: this.env,
    maxCvBytes: () => this.#settings.MAX_CV_BYTES,
  });
  readonly #courier = new Courier({
    ...this.#parts,
    keeper: this.#keeper,
    holder: this.#holder,
    platform: () => platformOf(this.env),
    count: (points) => count(this.env, points),
  });
  readonly #reception = new Reception({
    ...this.#parts,
    holder: this.#holder,
    courier: this.#courier,
  });

  /** The first call binds the application to a position; false if it is bound to another one. */
  async bind(positionUuid: string): Promise<boolean> {
    const { state } = this.#stored;
    if (state && state.positionUuid !== positionUuid) return false;
    this.#stored.touch();
    await this.#keeper.keep(state ?? draft(positionUuid));
    return true;
  }

  /** The position that it is bound to, if it is. Stores nothing. */
  boundTo(): string | undefined {
    return this.#stored.state?.positionUuid;
  }

  receiveCv(
    file: NamedFile,
    content: ReadableStream<Uint8Array>,
  ): Promise<HeldCv | "too-large" | undefined> {
    return this.#holder.receive(file, content);
  }

  async beginCv(positionUuid: string, file: NamedFile, length: number): Promise<BeginAnswer> {
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

  heldFiles(): HeldFile[] {
    return this.#holder.held();
  }

  countedOnCv(
    named: number | undefined,
    isCorrection = false,
    field = CV_FIELD,
  ): number | undefined {
    return this.#holder.countedOn(field, named, isCorrection);
  }

  keptFiles(came: FieldFile[] = []): HeldFile[] | undefined {
    return this.#holder.kept(came);
  }

  releaseCv(field = CV_FIELD): Promise<void> {
    return this.#holder.release(field);
  }

  copyCv(upload: number, receiptId: string): Promise<number | undefined> {
    return this.#holder.copyTo(receiptId, upload);
  }

  /**
   * Called by the index to check what is due, in case the alarm was lost.
   *
   * @returns when something is due next, in ms since 1970; undefined if nothing is undelivered
   */
  async wake(): Promise<number | undefined> {
    await this.#courier.resume();
    const { state } = this.#stored;
    return state && entryOf(state) ? this.#keeper.dueAt(state) : undefined;
  }

  /** The receipt; undefined if the application was not sent, or not for this position. */
  async receipt(positionUuid: string): Promise<Receipt | undefined> {
    await this.#courier
      .resume()
      .catch((error: unknown) =>
        console.error("An application could not be resumed:", faultLine(error)),
      );
    const { state } = this.#stored;
    return state?.positionUuid === positionUuid ? receiptOf(state, this.#settings) : undefined;
  }

  /** @param isRepeat whether the Worker submits it once more by itself, because the object broke */
  submit(delivery: Delivery, isRepeat = false): Promise<SubmitAnswer> {
    return this.#reception.submit(delivery, isRepeat);
  }

  formBack(positionUuid: string): FormBack | undefined {
    return this.#reception.formBack(positionUuid);
  }

  /**
   * An operator sends it again, now, or waits for the attempt under way.
   *
   * @returns the standing; undefined if it was never sent
   */
  async sendAgain(): Promise<Standing | undefined> {
    const { state } = this.#stored;
    const next = state && nextAttempt(state, Date.now());
    const { underWay } = this.#courier;
    if (underWay) await underWay.answer;
    else if (next) await this.#courier.deliver(next);
    return this.#standing();
  }

  /** An operator has it sent when its turn comes. @returns where it then stands */
  async enqueue(): Promise<OperatorView | undefined> {
    const { state } = this.#stored;
    const next = state && queued(state, Date.now());
    if (next) await this.#keeper.settle(next);
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
    return (
      state &&
      exportOf(
        state,
        filesOf(state).flatMap(({ upload }) => this.#files.get(upload) ?? []),
      )
    );
  }

  /** A field's file that was sent, for an operator. The stream fails if it is deleted meanwhile. */
  fileForOperator(field: string): OperatorFile | undefined {
    const { state } = this.#stored;
    const upload = uploadIn(filesOf(state), field);
    if (!state || isUnsent(state) || upload === undefined) return undefined;
    return this.#holder.handOut(upload);
  }

  /** An operator gives it up. @returns the standing; undefined if it was never sent */
  async drop(): Promise<Standing | undefined> {
    const { state } = this.#stored;
    if (state?.state === "waiting" || state?.state === "failed" || state?.state === "unconfirmed") {
      await this.#keeper.settle(dropped(state, Date.now()));
    }
    return this.#standing();
  }

  /**
   * Does what is due. Throws only when no write has succeeded for ten minutes: the runtime then runs the
   * alarm again, six times at most.
   */
  override async alarm(): Promise<void> {
    try {
      await this.#courier.wake();
    } catch (error) {
      console.error("An application's alarm failed:", faultLine(error));
      const isUnreadable = error instanceof UnknownStorageError;
      const again = isUnreadable ? UNREADABLE_AGAIN_MS : ALARM_AGAIN_MS;
      await this.#setAlarmAfter(again);
    }
  }

  /** Sets the alarm, once writes succeed: without one nothing would ever happen again. */
  async #setAlarmAfter(ms: number): Promise<void> {
    for (let left = ALARM_TRIES; left > 0; left -= 1) {
      try {
        await this.ctx.storage.setAlarm(Date.now() + ms);
        return;
      } catch (error) {
        console.error("An alarm cannot be set:", faultLine(error));
        await new Promise((resolve) => setTimeout(resolve, ALARM_TRY_AGAIN_MS));
      }
    }
    throw new Error("An alarm cannot be set");
  }

  #standing(): Standing | undefined {
    const { state } = this.#stored;
    return state && receiptOf(state, this.#settings)?.standing;
  }

  get #settings() {
    return readSettings(this.env);
  }
}
