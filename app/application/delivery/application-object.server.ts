import { DurableObject } from "cloudflare:workers";
import { readSettings } from "~/app/config/settings.server";
import { formatError } from "~/app/runtime/log.server";
import { writeAll } from "~/app/runtime/streams.server";
import { groupHeldFiles, type HeldUpload, type HeldFile } from "../model/application";
import { CV_FIELD, findUpload, withFile, type FieldFile } from "../model/files";
import { fileExtension } from "../model/file-name";
import { receiptNumber, type Receipt } from "../model/receipt";
import { createSubmitResult, createReceipt, type Correction, type SubmitResult } from "./answers";
import { Delivery } from "./delivery.server";
import { sha256Hex } from "~/app/runtime/sha256.server";
import { computeDigests, createChecksum } from "./digest.server";
import {
  createDraft,
  giveUp,
  leaveToAlarm,
  startFirstAttempt,
  startNextAttempt,
  onSubmit,
  makeDue,
} from "./lifecycle";
import { getObjects, type ObjectsEnv } from "./objects.server";
import { exportContents, createOperatorView, type OperatorView } from "./operator-view";
import {
  getFiles,
  isCorrectable,
  isUnsent,
  getLostFiles,
  findSentFile,
  UnknownStorageError,
  getUploads,
  type ApplicationState,
  type SentFile,
  type Submission,
} from "./state";
import { Store, type NewFile, type StoredFile } from "./store.server";
import { createEntry } from "./undelivered";
import {
  Uploads,
  type AppendResult,
  type BeginResult,
  type ProgressResult,
} from "./uploads.server";

/** Delay before a failed alarm runs again. */
const ALARM_RETRY_MS = 60_000;

/** Delay before an alarm runs again if this build cannot read the storage. */
const UNREADABLE_RETRY_MS = 60 * 60_000;

/** Number of attempts to set an alarm, and the delay between them. */
const SET_ALARM_TRIES = 20;
const SET_ALARM_RETRY_MS = 30_000;

/**
 * The Durable Object of one application. `lifecycle.ts` and `after-attempt.ts` decide its next state, `Store`
 * stores the state, `Uploads` receives files and `Delivery` sends the application to the platform. The
 * contents are deleted after delivery. All data is deleted at the latest when the receipt expires.
 */
export class ApplicationObject extends DurableObject<ObjectsEnv> {
  /** Identifies the application in the log, by its receipt number if the runtime provides the object's name. */
  readonly #label = `Application ${this.ctx.id.name === undefined ? this.ctx.id.toString() : receiptNumber(this.ctx.id.name)}`;
  readonly #store = new Store(this.ctx.storage, this.#label);
  readonly #uploads = new Uploads(this.#store, this.ctx.storage.kv);
  readonly #delivery = new Delivery(this.env, this.ctx, this.#store, this.#uploads);

  /** Binds the application to a position. @returns false if it is already bound to another position */
  async bind(positionUuid: string): Promise<boolean> {
    const { state } = this.#store;
    if (state && state.positionUuid !== positionUuid) return false;
    this.#store.touch();
    await this.#delivery.save(state ?? createDraft(positionUuid));
    return true;
  }

  /** Unlike `bind`, stores nothing. */
  getBoundPosition(): string | undefined {
    return this.#store.state?.positionUuid;
  }

  /** Receives an entire file (`Uploads.receive`), but does not hold it. */
  async receiveFile(file: NewFile, content: ReadableStream<Uint8Array>) {
    const { state } = this.#store;
    if (!state) throw new Error("A file arrived before its application was bound to a position");
    // Set the alarm now, so that an abandoned file is deleted.
    const receiving = this.#uploads.receive(file, content);
    const [received] = await Promise.all([receiving, this.#delivery.setAlarm(state)]);
    return typeof received === "object" ? heldFile(received) : received;
  }

  async beginUpload(positionUuid: string, file: NewFile, length: number): Promise<BeginResult> {
    if (!(await this.bind(positionUuid))) return { outcome: "other-position" };
    const { state } = this.#store;
    if (!state || !(isUnsent(state) || isCorrectable(state))) return { outcome: "sent" };
    const started = this.#uploads.begin(file, length);
    if (started.outcome === "started") await this.#delivery.setAlarmForUpload(state);
    return started;
  }

  async uploadProgress(upload: number): Promise<ProgressResult> {
    if (!this.#store.state) return { outcome: "gone" };
    const result = await this.#uploads.progress(upload);
    await this.#holdIfWhole(result);
    if (result.outcome === "whole" || result.outcome === "appended") this.#store.touch();
    return result;
  }

  async appendPiece(upload: number, offset: number, content: ReadableStream<Uint8Array>) {
    if (!this.#store.state) return { outcome: "gone" as const };
    const result = await this.#uploads.append(upload, offset, content);
    await this.#holdIfWhole(result);
    return result;
  }

  /** Deletes an upload or a held file. @returns false if the application does not exist */
  async cancelUpload(upload: number): Promise<boolean> {
    const { state } = this.#store;
    if (!state) return false;
    const held = isUnsent(state) && state.files.find((file) => file.upload === upload);
    if (held) await this.discardFile(held.field);
    else await this.#uploads.cancel(upload);
    return true;
  }

  /** Holds a file. @returns undefined if the file is incomplete or missing, or the form was sent */
  async holdFile(upload: number): Promise<HeldUpload | undefined> {
    const { state } = this.#store;
    const file = this.#store.file(upload);
    if (!file || !state || !isUnsent(state)) return undefined;
    const before = findUpload(state.files, file.field);
    const held = before === undefined ? undefined : this.#store.file(before);
    const isSame = held && held.upload !== upload && held.sha256 === file.sha256;
    if (isSame && (await this.#store.intactFile(held.upload))) {
      // The file was sent twice, for example after a double click. A page might refer to the first copy.
      this.#store.deleteFile(upload);
      return heldFile(held);
    }
    await this.#hold(file.field, upload);
    return heldFile(file);
  }

  /** Returns the held files, CV first. */
  heldFiles(): HeldFile[] {
    const { state } = this.#store;
    return state && isUnsent(state) ? this.#describe(state.files) : [];
  }

  /**
   * Finds the held file of a field. After the form was sent, finds the sent file instead, for a repeat or a
   * correction. A correction can also name a newer file.
   * @param named upload number in the form
   * @returns the upload number, or undefined if the field has no file or the form names a different file
   */
  findUpload(named: number | undefined, isCorrection = false, field: string = CV_FIELD) {
    const { state } = this.#store;
    if (!state) return undefined;
    const correctable =
      isCorrection && named !== undefined && this.filesToCorrect([{ field, upload: named }]);
    if (correctable && correctable.some(({ upload }) => upload === named)) return named;
    if (getLostFiles(state).includes(field)) return undefined;
    const upload = isUnsent(state)
      ? findUpload(this.heldFiles(), field)
      : findSentFile(state, field)?.upload;
    return named === undefined || named === upload ? upload : undefined;
  }

  /**
   * Returns the files of a correctable application. `newer` files replace the sent files of the same fields.
   * Lost files are omitted.
   */
  filesToCorrect(newer: FieldFile[] = []): HeldFile[] | undefined {
    const { state } = this.#store;
    if (!state || !isCorrectable(state)) return undefined;
    const sent = getUploads(state);
    const others = getFiles(state).filter(({ field }) => findUpload(newer, field) === undefined);
    const left = others.filter(({ field }) => !getLostFiles(state).includes(field));
    return this.#describe([...left, ...newer]).map((file) =>
      sent.includes(file.upload) ? { ...file, until: state.keepUntil } : file,
    );
  }

  async discardFile(field = CV_FIELD): Promise<void> {
    await this.#hold(field, undefined);
  }

  /**
   * Moves a file to another application. Keeps the original if the state refers to it.
   * @returns the new upload number, or undefined if the file is missing, damaged or rejected
   */
  async moveFile(upload: number, receiptId: string): Promise<number | undefined> {
    const file = await this.#store.intactFile(upload);
    if (!file) return undefined;
    const { field, name, contentType, rules } = file;
    const { readable, writable } = new IdentityTransformStream();
    const [copy] = await Promise.all([
      getObjects(this.env)
        .application(receiptId)
        .receiveFile({ field, name, contentType, rules }, readable),
      writeAll(writable, this.#store.bytes(upload)),
    ]);
    await this.#deleteUnused(upload);
    return typeof copy === "object" && copy.size === file.size ? copy.upload : undefined;
  }

  /** @param isRepeat whether the Worker repeats the call after an error */
  async submit(submission: Submission, isRepeat = false): Promise<SubmitResult> {
    await this.#delivery.resume();
    const result = await this.#processSubmission(submission, isRepeat);
    // For `taken`, the Worker later moves the files to the successor.
    if (result.outcome !== "taken") {
      for (const { upload } of submission.contents.files) await this.#deleteUnused(upload);
    }
    return result;
  }

  correction(positionUuid: string): Correction | undefined {
    const { state } = this.#store;
    if (state?.positionUuid !== positionUuid || !isCorrectable(state)) return undefined;
    const held = groupHeldFiles(this.filesToCorrect() ?? []);
    return { ...held, ...(state.reason === "refused" && { message: state.kept.message }) };
  }

  /** Resumes delivery, then returns the receipt if there is one for this position. */
  async receipt(positionUuid: string): Promise<Receipt | undefined> {
    const resuming = this.#delivery.resume();
    await resuming.catch((error: unknown) =>
      console.error(`${this.#label} could not be resumed:`, formatError(error)),
    );
    const { state } = this.#store;
    if (state?.positionUuid !== positionUuid) return undefined;
    return createReceipt(state, readSettings(this.env));
  }

  /**
   * Resumes delivery. Called by the index when an alarm is overdue.
   * @returns the next alarm time, `lost` if the sent application is gone, or undefined if the index needs no entry
   */
  async wake(): Promise<number | "lost" | undefined> {
    await this.#delivery.resume();
    const { state } = this.#store;
    if (!state || isUnsent(state)) return "lost";
    return createEntry(state) ? this.#delivery.alarmTime(state) : undefined;
  }

  /** For operators: sends an undelivered application now, or waits for the running attempt. */
  async sendAgain(): Promise<OperatorView | undefined> {
    const { underWay } = this.#delivery;
    const { state } = this.#store;
    const next = state && startNextAttempt(state, Date.now());
    if (underWay) await underWay.answer;
    else if (next) await this.#delivery.deliver(next);
    return this.view();
  }

  /** For operators: makes the application due now (`makeDue`), subject to the release limiter. */
  async enqueue(): Promise<OperatorView | undefined> {
    const { state } = this.#store;
    const next = state && makeDue(state, Date.now());
    if (next) await this.#delivery.settle(next);
    return this.view();
  }

  /**
   * For operators: gives up an undelivered application that is not being sent, and deletes its contents. Deletes
   * everything if the storage cannot be read.
   */
  async drop(): Promise<OperatorView | undefined> {
    if (!this.#store.isReadable) {
      // Deleting damaged storage can fail. Delete the alarm first, so that it does not run again.
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.sync();
      await this.#store.clear();
      return undefined;
    }
    const { state } = this.#store;
    if (state?.state === "waiting" || state?.state === "failed" || state?.state === "unconfirmed") {
      await this.#delivery.settle(giveUp(state, Date.now()));
    }
    return this.view();
  }

  isReadable(): boolean {
    return this.#store.isReadable;
  }

  /** For operators: the application's state, or undefined for an unsent form. */
  view(): OperatorView | undefined {
    const { state } = this.#store;
    return state && createOperatorView(state);
  }

  /** Like `view`, but also restores the application's entry in the index, which may have been lost. */
  show(): OperatorView | undefined {
    const { state } = this.#store;
    if (!state) return undefined;
    this.#delivery.restoreIndexEntry(state);
    return createOperatorView(state);
  }

  /** For operators: the candidate's application, or undefined if no contents are stored. */
  exportContents() {
    const { state } = this.#store;
    const files = getUploads(state).flatMap((upload) => this.#store.file(upload) ?? []);
    return state && exportContents(state, files);
  }

  /** For operators: a sent file as a stream. The stream fails if the file is deleted during the download. */
  openFile(field: string) {
    const { state } = this.#store;
    const upload = findUpload(getFiles(state), field);
    const file = upload === undefined ? undefined : this.#store.file(upload);
    if (!state || isUnsent(state) || !file) return undefined;
    const { name, contentType, size } = file;
    const { readable: content, writable } = new FixedLengthStream(size);
    // `writing` rejects if, for example, the operator disconnects.
    const writing = writeAll(writable, this.#store.bytes(file.upload));
    this.ctx.waitUntil(writing.catch(() => undefined));
    return { name, contentType, size, content };
  }

  /** Throws only after writes have failed for ten minutes. The runtime then retries at most six times. */
  override async alarm(): Promise<void> {
    try {
      await this.#delivery.onAlarm();
    } catch (error) {
      console.error(`The alarm of ${this.#label} failed:`, formatError(error));
      const isUnreadable = error instanceof UnknownStorageError;
      await this.#setAlarmAfter(isUnreadable ? UNREADABLE_RETRY_MS : ALARM_RETRY_MS);
    }
  }

  /** Retries failed writes, because delivery depends on the alarm. */
  async #setAlarmAfter(ms: number): Promise<void> {
    for (let left = SET_ALARM_TRIES; left > 0; left -= 1) {
      try {
        await this.ctx.storage.setAlarm(Date.now() + ms);
        return;
      } catch (error) {
        console.error(`An alarm of ${this.#label} cannot be set:`, formatError(error));
        await new Promise((resolve) => setTimeout(resolve, SET_ALARM_RETRY_MS));
      }
    }
    throw new Error("An alarm cannot be set");
  }

  async #processSubmission(submission: Submission, isRepeat: boolean): Promise<SubmitResult> {
    const { contents, record, isCorrection = false, isLeftToAlarm = false } = submission;
    const { digest, fileDigests } = await computeDigests(submission, this.#store);
    const settings = readSettings(this.env);
    // Derive the successor's id and key from the contents, so that repeats get the same values.
    const ownKey = await sha256Hex(`${contents.applicationId} ${digest}`);
    const taken = () => ({ outcome: "taken" as const, successor: ownKey });
    if (this.#store.successors.includes(digest)) return taken();
    const { state } = this.#store;
    if (!state) throw new Error("An application was sent before it was bound to a position");
    const { files, fields } = this.#findFiles(contents.files, state);
    const { underWay } = this.#delivery;
    const isCut = isRepeat && settings.RETRY_AMBIGUOUS === "off";
    const submitted = { digest, files, isCorrection, isRepeat: isCut };
    switch (onSubmit(state, submitted, underWay?.digest)) {
      case "file-gone":
        return { outcome: "file-gone", fields };
      case "cut":
        return { outcome: "unreachable" };
      case "taken":
        // Repeats must reach the successor even if this id becomes free after a refusal.
        if (underWay) this.#store.addSuccessor(digest);
        return taken();
      case "waits":
        // While the platform does not respond, leave the attempt to the alarm instead of making the candidate
        // wait.
        if (isLeftToAlarm && state.state === "sending" && state.attempts > 1) {
          return this.#delivery.resultOnceListed(state);
        }
        return underWay?.answer ?? createSubmitResult(state, settings);
      case "answered":
        return createSubmitResult(state, settings);
      case "again": {
        const next = startNextAttempt(state, Date.now());
        if (!next) throw new Error("A failed application has no contents to send");
        return isLeftToAlarm
          ? this.#delivery.deliverLater(leaveToAlarm(next, Date.now()))
          : this.#delivery.deliver(next);
      }
      case "first": {
        const sent = contents.files.flatMap(({ field, upload }): SentFile[] => {
          const file = this.#store.file(upload);
          if (!file) return [];
          const kind = fileExtension(file.name).toUpperCase();
          return [{ field, upload, kind, size: file.size, digest: fileDigests.get(field) ?? "" }];
        });
        const sentRecord = { ...record, digest, sentAt: Date.now(), files: sent };
        const sending = startFirstAttempt(state, contents, sentRecord, ownKey);
        const whole = contents.files.flatMap(({ upload }) => this.#store.file(upload) ?? []);
        const checked = { ...sending, checksum: createChecksum(sending, whole) };
        return isLeftToAlarm
          ? this.#delivery.deliverLater(leaveToAlarm(checked, Date.now()))
          : this.#delivery.deliver(checked);
      }
    }
  }

  /** Returns the worst file status and the fields with that status. Another tab may have replaced a file. */
  #findFiles(files: readonly FieldFile[], state: ApplicationState) {
    const found = files.map(({ field, upload }) => {
      if (findSentFile(state, field)?.upload === upload) return { field, status: "sent" } as const;
      return { field, status: this.#store.file(upload) ? "held" : "gone" } as const;
    });
    const worst = (["gone", "sent", "held"] as const).find((status) =>
      found.some((file) => file.status === status),
    );
    const fields = found.filter(({ status }) => status === worst).map(({ field }) => field);
    return { files: worst ?? "none", fields } as const;
  }

  /**
   * Holds a complete upload of an unsent form. Replaces even an identical file, because the browser uses the
   * number of the new upload.
   */
  async #holdIfWhole(result: AppendResult): Promise<void> {
    const { state } = this.#store;
    if (result.outcome !== "whole" || !state || !isUnsent(state)) return;
    const { field, upload } = result.file;
    if (findUpload(state.files, field) !== upload) await this.#hold(field, upload);
  }

  async #hold(field: string, upload: number | undefined): Promise<void> {
    const { state } = this.#store;
    if (!state || !isUnsent(state)) return;
    await this.#delivery.save({ ...state, files: withFile(state.files, field, upload) });
  }

  /** Deletes a file that was not sent and that the state does not refer to. */
  async #deleteUnused(upload: number): Promise<void> {
    const { state } = this.#store;
    if (!state || getUploads(state).includes(upload)) return;
    const wasSent = !isUnsent(state) && state.record.files.some((file) => file.upload === upload);
    if (wasSent) return;
    this.#store.deleteFile(upload);
    await this.#delivery.setAlarm(state);
  }

  /** Describes the files that are still stored. */
  #describe(files: readonly FieldFile[]): HeldFile[] {
    return files.flatMap(({ field, upload }) => {
      const file = this.#store.file(upload);
      return file ? [{ field, ...heldFile(file) }] : [];
    });
  }
}

const heldFile = ({ upload, name, size }: StoredFile): HeldUpload => ({ upload, name, size });
