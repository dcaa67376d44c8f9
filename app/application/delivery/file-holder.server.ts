import { objectsOf, type ApplicationEnv } from "./objects.server";
import { writeAll } from "../../runtime/streams.server";
import type { HeldCv, HeldFile } from "../model/application";
import { filesIn, uploadIn, withFile, type FieldFile } from "../model/files";
import type { NamedFile, StoredFile } from "./file-rows.server";
import type { FileStore } from "./file-store.server";
import type { AppendAnswer, BeginAnswer, FileUploads, ProgressAnswer } from "./file-uploads.server";
import { isMendable } from "./given-back";
import { isUnsent } from "./state";
import { filesOf, lostFilesIn, sentFileIn, uploadsOf } from "./state-files";
import type { StateKeeper } from "./state-keeper.server";
import type { StoredApplication } from "./stored-application.server";

interface FileHolderOptions {
  stored: StoredApplication;
  files: FileStore;
  uploads: FileUploads;
  env: ApplicationEnv;
  maxCvBytes: () => number;
  keeper: Pick<StateKeeper, "keep" | "arm">;
  waitUntil: (work: Promise<unknown>) => void;
}

/** A file on its way to an operator. Its size is in bytes. */
export interface OperatorFile {
  name: string;
  contentType: string;
  size: number;
  content: ReadableStream<Uint8Array>;
}

/**
 * The files of one application: those that come in, and for each field the one that is held until the
 * form is sent. A browser is only ever told a file's field, name and size.
 */
export class FileHolder {
  readonly #options: FileHolderOptions;
  #receiving = 0;

  constructor(options: FileHolderOptions) {
    this.#options = options;
  }

  /** Whether a file is coming in at this moment. */
  get isReceiving(): boolean {
    return this.#receiving > 0;
  }

  /** Takes a whole file in. Nothing is kept where there is no number (`FileStore.receive`). */
  async receive(
    file: NamedFile,
    content: ReadableStream<Uint8Array>,
  ): Promise<HeldCv | "too-large" | undefined> {
    const { stored, files, keeper } = this.#options;
    const { state } = stored;
    if (!state) throw new Error("An application is bound to its position before its files come");
    return this.#while(async () => {
      await keeper.arm(state);
      const received = await files.receive(file, content);
      return typeof received === "object" ? shown(received) : received;
    });
  }

  /** Makes room for a file that comes in pieces; `sent` if the application was sent, and takes none. */
  begin(file: NamedFile, length: number): BeginAnswer {
    const { stored, uploads, maxCvBytes } = this.#options;
    const { state } = stored;
    if (!state || !(isUnsent(state) || isMendable(state))) return { outcome: "sent" };
    return uploads.begin(file, length, maxCvBytes());
  }

  /** How much of a file has come in. If it is whole, it is held from now on. */
  async progress(upload: number): Promise<ProgressAnswer> {
    const { stored, uploads } = this.#options;
    if (!stored.state) return { outcome: "gone" };
    const answer = await uploads.progress(upload);
    await this.#holdWhole(answer);
    if (answer.outcome === "whole" || answer.outcome === "appended") stored.touch();
    return answer;
  }

  /** Takes a piece of a file in. If the file is whole with it, it is held from now on. */
  async append(
    upload: number,
    offset: number,
    content: ReadableStream<Uint8Array>,
  ): Promise<AppendAnswer> {
    const { stored, uploads, maxCvBytes } = this.#options;
    if (!stored.state) return { outcome: "gone" };
    return this.#while(async () => {
      const answer = await uploads.append(upload, offset, content, maxCvBytes());
      await this.#holdWhole(answer);
      return answer;
    });
  }

  /** Forgets a file that is coming in by pieces, or is held; false if there is no such application. */
  async cancel(upload: number): Promise<boolean> {
    const { stored, uploads } = this.#options;
    const { state } = stored;
    if (!state) return false;
    const held = isUnsent(state) && filesIn(state).find((one) => one.upload === upload);
    if (held) await this.release(held.field);
    else await uploads.cancel(upload);
    return true;
  }

  /**
   * Holds a file until the form is sent, in place of the one that its field held; undefined if it is
   * not here, or if the application was sent and holds none.
   */
  async hold(upload: number): Promise<HeldCv | undefined> {
    const { stored, files, keeper } = this.#options;
    const { state } = stored;
    const file = files.get(upload);
    if (!file || !state || !isUnsent(state)) return undefined;
    const held = uploadIn(filesIn(state), file.field);
    const before = held === undefined ? undefined : files.get(held);
    const isSame = before && before.upload !== upload && before.sha256 === file.sha256;
    if (isSame && (await files.intact(before.upload))) {
      // A double click sent the same file twice. The first stays: a page may name it.
      files.discard(upload);
      return shown(before);
    }
    await keeper.keep(withFile(state, file.field, upload));
    return shown(file);
  }

  /** The files that are held, the CV first. */
  held(): HeldFile[] {
    const { state } = this.#options.stored;
    return state && isUnsent(state) ? this.#shown(filesIn(state)) : [];
  }

  /**
   * The file of a field of a form that is sent without one: the one that is held, or the one that it
   * was sent with before (a double click, a retry). Undefined if there is none, or if `named` is another
   * one. A form that corrects a refused application may name a file that has come since.
   */
  countedOn(field: string, named: number | undefined, isCorrection: boolean): number | undefined {
    const { state } = this.#options.stored;
    if (!state) return undefined;
    if (isCorrection && named !== undefined) {
      const kept = this.kept([{ field, upload: named }]) ?? [];
      if (kept.some((one) => one.upload === named)) return named;
    }
    if (lostFilesIn(state).includes(field)) return undefined;
    const upload = isUnsent(state)
      ? uploadIn(this.held(), field)
      : sentFileIn(state.record, field)?.upload;
    return named === undefined || named === upload ? upload : undefined;
  }

  /**
   * The files of an application that was returned to be corrected: of each field the one that was sent,
   * unless it was lost, or the one that came since. Undefined if it cannot be corrected.
   */
  kept(came: readonly FieldFile[] = []): HeldFile[] | undefined {
    const { state } = this.#options.stored;
    if (!state || !isMendable(state)) return undefined;
    const lost = lostFilesIn(state);
    const sent = filesOf(state).filter(
      ({ field }) => uploadIn(came, field) === undefined && !lost.includes(field),
    );
    const isSent = (upload: number) => uploadsOf(state).includes(upload);
    return this.#shown([...sent, ...came]).map((file) =>
      isSent(file.upload) ? { ...file, until: state.keepUntil } : file,
    );
  }

  /** Forgets the file that a field holds. */
  async release(field: string): Promise<void> {
    const { stored, keeper } = this.#options;
    const { state } = stored;
    if (state && isUnsent(state)) await keeper.keep(withFile(state, field, undefined));
  }

  /** Moves a file to another application, and returns its number there; undefined if it is gone. */
  async copyTo(receiptId: string, upload: number): Promise<number | undefined> {
    const { files, env } = this.#options;
    const file = await files.intact(upload);
    if (!file) return undefined;
    const target = objectsOf(env).application(receiptId);
    const { name, contentType, field, rules } = file;
    const { readable, writable } = new IdentityTransformStream();
    const [copy] = await Promise.all([
      target.receiveCv({ name, contentType, field, rules }, readable),
      writeAll(writable, files.bytes(upload)),
    ]);
    await this.discard(upload);
    return typeof copy === "object" && copy.size === file.size ? copy.upload : undefined;
  }

  /**
   * A file for an operator; undefined if it is not here. If it is deleted before its last byte has
   * gone, the stream fails, and nobody takes a part for the whole.
   */
  handOut(upload: number): OperatorFile | undefined {
    const { files, waitUntil } = this.#options;
    const file = files.get(upload);
    if (!file) return undefined;
    const { name, contentType, size } = file;
    const { readable: content, writable } = new FixedLengthStream(size);
    // It also ends where the operator goes away.
    waitUntil(writeAll(writable, files.bytes(upload)).catch(() => undefined));
    return { name, contentType, size, content };
  }

  /** Forgets a file, unless it is held or being sent. */
  async discard(upload: number): Promise<void> {
    const { stored, files, keeper } = this.#options;
    const { state } = stored;
    if (!state || uploadsOf(state).includes(upload)) return;
    files.discard(upload);
    await keeper.arm(state);
  }

  /** Holds a file that is whole. Its sender knows its number, so it also replaces an equal file. */
  async #holdWhole(answer: AppendAnswer): Promise<void> {
    const { stored, keeper } = this.#options;
    const { state } = stored;
    if (answer.outcome !== "whole" || !state || !isUnsent(state)) return;
    const { field, upload } = answer.cv;
    if (uploadIn(filesIn(state), field) !== upload)
      await keeper.keep(withFile(state, field, upload));
  }

  /** What a browser is told of files, of those that are still here. */
  #shown(files: readonly FieldFile[]): HeldFile[] {
    return files.flatMap(({ field, upload }) => {
      const file = this.#options.files.get(upload);
      return file ? [{ field, ...shown(file) }] : [];
    });
  }

  async #while<T>(receiving: () => Promise<T>): Promise<T> {
    this.#receiving += 1;
    try {
      return await receiving();
    } finally {
      this.#receiving -= 1;
      this.#options.stored.touch();
    }
  }
}

const shown = ({ upload, name, size }: StoredFile): HeldCv => ({ upload, name, size });
