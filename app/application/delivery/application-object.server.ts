import { DurableObject } from "cloudflare:workers";
import { readSettings } from "../../config/settings.server";
import { formatError } from "../../runtime/format-error.server";
import { writeAll } from "../../runtime/streams.server";
import { groupHeldFiles, type HeldCv, type HeldFile } from "../model/application";
import { CV_FIELD, findUpload, withFile, type FieldFile } from "../model/files";
import { fileExtension } from "../model/file-name";
import type { Receipt } from "../model/receipt";
import { createAnswer, createReceipt, type Correction, type SubmitAnswer } from "./answers";
import { Delivery } from "./delivery.server";
import { sha256Hex } from "../../runtime/sha256.server";
import { computeDigests } from "./digest.server";
import {
  createDraft,
  giveUp,
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
  type AppendAnswer,
  type BeginAnswer,
  type ProgressAnswer,
} from "./uploads.server";

/** Delay before a failed alarm runs again. */
const ALARM_RETRY_MS = 60_000;

/** The same, if only a newer build can read the storage. */
const UNREADABLE_RETRY_MS = 60 * 60_000;

/** Attempts to set an alarm while writes fail, and the delay between them. */
const SET_ALARM_TRIES = 20;
const SET_ALARM_RETRY_MS = 30_000;

/**
 * One application. `lifecycle.ts` and `after-attempt.ts` decide its next state, `Store` stores it, `Uploads`
 * receives its files and `Delivery` sends it to the platform. Its contents are deleted after delivery, and
 * all data when the receipt expires.
 */
export class ApplicationObject extends DurableObject<ObjectsEnv> {
  readonly #store = new Store(this.ctx.storage);
  readonly #uploads = new Uploads(this.#store, this.ctx.storage.kv);
  readonly #delivery = new Delivery(this.env, this.ctx, this.#store, this.#uploads);

  /** Binds the application to a position. False if it is already bound to another one. */
  async bind(positionUuid: string): Promise<boolean> {
    const { state } = this.#store;
    if (state && state.positionUuid !== positionUuid) return false;
    this.#store.touch();
    await this.#delivery.save(state ?? createDraft(positionUuid));
    return true;
  }

  /** Stores nothing. */
  getBoundPosition(): string | undefined {
    return this.#store.state?.positionUuid;
  }

  /** Receives a whole file (`Uploads.receive`) without holding it yet. */
  async receiveFile(file: NewFile, content: ReadableStream<Uint8Array>) {
    const { state } = this.#store;
    if (!state) throw new Error("A file arrived before its application was bound to a position");
    // The alarm is set from the first byte, so the file cannot be left behind.
    const receiving = this.#uploads.receive(file, content);
    const [received] = await Promise.all([receiving, this.#delivery.setAlarm(state)]);
    return typeof received === "object" ? heldFile(received) : received;
  }

  /** Starts an upload in pieces. */
  async beginUpload(positionUuid: string, file: NewFile, length: number): Promise<BeginAnswer> {
    if (!(await this.bind(positionUuid))) return { outcome: "other-position" };
    const { state } = this.#store;
    if (!state || !(isUnsent(state) || isCorrectable(state))) return { outcome: "sent" };
    return this.#uploads.begin(file, length);
  }

  /** Upload progress. Holds the file if it is complete. */
  async uploadProgress(upload: number): Promise<ProgressAnswer> {
    if (!this.#store.state) return { outcome: "gone" };
    const answer = await this.#uploads.progress(upload);
    await this.#holdIfWhole(answer);
    if (answer.outcome === "whole" || answer.outcome === "appended") this.#store.touch();
    return answer;
  }

  /** Receives a piece of a file. Holds the file if it is complete. */
  async appendPiece(upload: number, offset: number, content: ReadableStream<Uint8Array>) {
    if (!this.#store.state) return { outcome: "gone" as const };
    const answer = await this.#uploads.append(upload, offset, content);
    await this.#holdIfWhole(answer);
    return answer;
  }

  /** Deletes an upload or a held file. False if the application does not exist. */
  async cancelUpload(upload: number): Promise<boolean> {
    const { state } = this.#store;
    if (!state) return false;
    const held = isUnsent(state) && state.files.find((one) => one.upload === upload);
    if (held) await this.discardFile(held.field);
    else await this.#uploads.cancel(upload);
    return true;
  }

  /** Holds a file until the form is sent. Undefined if it is missing or the application was sent. */
  async holdFile(upload: number): Promise<HeldCv | undefined> {
    const { state } = this.#store;
    const file = this.#store.file(upload);
    if (!file || !state || !isUnsent(state)) return undefined;
    const before = findUpload(state.files, file.field);
    const held = before === undefined ? undefined : this.#store.file(before);
    const isSame = held && held.upload !== upload && held.sha256 === file.sha256;
    if (isSame && (await this.#store.intactFile(held.upload))) {
      // A double click sent the file twice. Keep the first, because a page may refer to it.
      this.#store.deleteFile(upload);
      return heldFile(held);
    }
    await this.#hold(file.field, upload);
    return heldFile(file);
  }

  /** Held files, CV first. */
  heldFiles(): HeldFile[] {
    const { state } = this.#store;
    return state && isUnsent(state) ? this.#describe(state.files) : [];
  }

  /**
   * Finds the file for a field that the form has no file for: the held one, or the one sent before (double
   * click, retry). Undefined if the form names another one. A corrected form may name a newer file.
   */
  findUpload(named: number | undefined, isCorrection = false, field: string = CV_FIELD) {
    const { state } = this.#store;
    if (!state) return undefined;
    const kept =
      isCorrection && named !== undefined && this.filesToCorrect([{ field, upload: named }]);
    if (kept && kept.some(({ upload }) => upload === named)) return named;
    if (getLostFiles(state).includes(field)) return undefined;
    const upload = isUnsent(state)
      ? findUpload(this.heldFiles(), field)
      : findSentFile(state, field)?.upload;
    return named === undefined || named === upload ? upload : undefined;
  }

  /** Files of a correctable application: `newer` ones, and those that were sent and not lost. */
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

  /** Deletes a field's held file. */
  async discardFile(field = CV_FIELD): Promise<void> {
    await this.#hold(field, undefined);
  }

  /** Moves a file to another application. @returns its upload number there, or undefined if it is missing */
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

  /** Sends the application. @param isRepeat the Worker submits it again because the object failed */
  async submit(submission: Submission, isRepeat = false): Promise<SubmitAnswer> {
    await this.#delivery.resume();
    const answer = await this.#answer(submission, isRepeat);
    // A successor still needs the files. They are moved to it later.
    if (answer.outcome !== "taken") {
      for (const { upload } of submission.contents.files) await this.#deleteUnused(upload);
    }
    return answer;
  }

  /** Data for the candidate's browser to correct a refused application. */
  correction(positionUuid: string): Correction | undefined {
    const { state } = this.#store;
    if (state?.positionUuid !== positionUuid || !isCorrectable(state)) return undefined;
    const held = groupHeldFiles(this.filesToCorrect() ?? []);
    return { ...held, ...(state.reason === "refused" && { message: state.kept.message }) };
  }

  /** The receipt. Undefined if the application was not sent or is for another position. */
  async receipt(positionUuid: string): Promise<Receipt | undefined> {
    const resuming = this.#delivery.resume();
    await resuming.catch((error: unknown) =>
      console.error("An application could not be resumed:", formatError(error)),
    );
    const { state } = this.#store;
    if (state?.positionUuid !== positionUuid) return undefined;
    return createReceipt(state, readSettings(this.env));
  }

  /**
   * Called by the index when an alarm is overdue. @returns the next due time; undefined if nothing is
   * undelivered
   */
  async wake(): Promise<number | undefined> {
    await this.#delivery.resume();
    const { state } = this.#store;
    return state && createEntry(state) ? this.#delivery.alarmTime(state) : undefined;
  }

  /** For operators: sends the application now, or waits for the running attempt. */
  async sendAgain(): Promise<OperatorView | undefined> {
    const { underWay } = this.#delivery;
    const { state } = this.#store;
    const next = state && startNextAttempt(state, Date.now());
    if (underWay) await underWay.answer;
    else if (next) await this.#delivery.deliver(next);
    return this.view();
  }

  /** For operators: makes it due now. It is sent when it gets a release slot. */
  async enqueue(): Promise<OperatorView | undefined> {
    const { state } = this.#store;
    const next = state && makeDue(state, Date.now());
    if (next) await this.#delivery.settle(next);
    return this.view();
  }

  /** For operators: gives it up. */
  async drop(): Promise<OperatorView | undefined> {
    const { state } = this.#store;
    if (state?.state === "waiting" || state?.state === "failed" || state?.state === "unconfirmed") {
      await this.#delivery.settle(giveUp(state, Date.now()));
    }
    return this.view();
  }

  /** For operators. Undefined if it was never sent. */
  view(): OperatorView | undefined {
    const { state } = this.#store;
    return state && createOperatorView(state);
  }

  /** For operators: what the candidate sent, or undefined if it was deleted. */
  exportContents() {
    const { state } = this.#store;
    const files = getUploads(state).flatMap((upload) => this.#store.file(upload) ?? []);
    return state && exportContents(state, files);
  }

  /** For operators: a file that was sent. The stream fails if the file is deleted while it is read. */
  openFile(field: string) {
    const { state } = this.#store;
    const upload = findUpload(getFiles(state), field);
    const file = upload === undefined ? undefined : this.#store.file(upload);
    if (!state || isUnsent(state) || !file) return undefined;
    const { name, contentType, size } = file;
    const { readable: content, writable } = new FixedLengthStream(size);
    // Writing also stops when the operator disconnects.
    const writing = writeAll(writable, this.#store.bytes(file.upload));
    this.ctx.waitUntil(writing.catch(() => undefined));
    return { name, contentType, size, content };
  }

  /** Throws only after writes have failed for ten minutes. The runtime then retries at most six times. */
  override async alarm(): Promise<void> {
    try {
      await this.#delivery.onAlarm();
    } catch (error) {
      console.error("An application's alarm failed:", formatError(error));
      const isUnreadable = error instanceof UnknownStorageError;
      await this.#setAlarmAfter(isUnreadable ? UNREADABLE_RETRY_MS : ALARM_RETRY_MS);
    }
  }

  /** Sets the alarm once writes succeed. Without an alarm the application would never be delivered. */
  async #setAlarmAfter(ms: number): Promise<void> {
    for (let left = SET_ALARM_TRIES; left > 0; left -= 1) {
      try {
        await this.ctx.storage.setAlarm(Date.now() + ms);
        return;
      } catch (error) {
        console.error("An alarm cannot be set:", formatError(error));
        await new Promise((resolve) => setTimeout(resolve, SET_ALARM_RETRY_MS));
      }
    }
    throw new Error("An alarm cannot be set");
  }

  async #answer(submission: Submission, isRepeat: boolean): Promise<SubmitAnswer> {
    const { contents, record, isCorrection = false } = submission;
    const { digest, fileDigests } = await computeDigests(submission, this.#store);
    const settings = readSettings(this.env);
    // Derived from the contents, so that repeats get the same successor.
    const taken = async () => ({
      outcome: "taken" as const,
      successor: await sha256Hex(`${contents.applicationId} ${digest}`),
    });
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
        // If the running attempt is refused, the id becomes free.
        if (underWay) this.#store.addSuccessor(digest);
        return taken();
      case "waits":
      case "answered":
        return underWay?.answer ?? createAnswer(state, settings);
      case "again": {
        const next = startNextAttempt(state, Date.now());
        if (!next) throw new Error("A failed application has no contents to send");
        return this.#delivery.deliver(next);
      }
      case "first": {
        const sent = contents.files.flatMap(({ field, upload }): SentFile[] => {
          const file = this.#store.file(upload);
          if (!file) return [];
          const kind = fileExtension(file.name).toUpperCase();
          return [{ field, upload, kind, size: file.size, digest: fileDigests.get(field) ?? "" }];
        });
        const sentRecord = { ...record, digest, sentAt: Date.now(), files: sent };
        return this.#delivery.deliver(startFirstAttempt(state, contents, sentRecord));
      }
    }
  }

  /** The worst case among a form's files, with its fields. Another tab may have replaced a file. */
  #findFiles(files: readonly FieldFile[], state: ApplicationState) {
    const found = files.map(({ field, upload }) => {
      if (findSentFile(state, field)?.upload === upload) return { field, is: "sent" } as const;
      return { field, is: this.#store.file(upload) ? "held" : "gone" } as const;
    });
    const worst = (["gone", "sent", "held"] as const).find((is) =>
      found.some((one) => one.is === is),
    );
    const fields = found.filter(({ is }) => is === worst).map(({ field }) => field);
    return { files: worst ?? "none", fields } as const;
  }

  /** The browser knows this upload's number, so it replaces even an identical file. */
  async #holdIfWhole(answer: AppendAnswer): Promise<void> {
    const { state } = this.#store;
    if (answer.outcome !== "whole" || !state || !isUnsent(state)) return;
    const { field, upload } = answer.file;
    if (findUpload(state.files, field) !== upload) await this.#hold(field, upload);
  }

  async #hold(field: string, upload: number | undefined): Promise<void> {
    const { state } = this.#store;
    if (!state || !isUnsent(state)) return;
    await this.#delivery.save({ ...state, files: withFile(state.files, field, upload) });
  }

  /** Deletes a file unless the state refers to it. */
  async #deleteUnused(upload: number): Promise<void> {
    const { state } = this.#store;
    if (!state || getUploads(state).includes(upload)) return;
    this.#store.deleteFile(upload);
    await this.#delivery.setAlarm(state);
  }

  /** The public details of those files that are still stored. */
  #describe(files: readonly FieldFile[]): HeldFile[] {
    return files.flatMap(({ field, upload }) => {
      const file = this.#store.file(upload);
      return file ? [{ field, ...heldFile(file) }] : [];
    });
  }
}

const heldFile = ({ upload, name, size }: StoredFile): HeldCv => ({ upload, name, size });
