import { objectsOf, type ApplicationEnv } from "./objects.server";
import { writeAll } from "../../runtime/streams.server";
import type { HeldCv } from "../model/application";
import type { CvFile, StoredCv } from "./cv-rows.server";
import type { CvStore } from "./cv-store.server";
import type { AppendAnswer, BeginAnswer, CvUploads, ProgressAnswer } from "./cv-uploads.server";
import { isMendable } from "./given-back";
import { cvOf, isUnsent } from "./state";
import type { StateKeeper } from "./state-keeper.server";
import type { StoredApplication } from "./stored-application.server";

interface CvHolderOptions {
  stored: StoredApplication;
  cvs: CvStore;
  uploads: CvUploads;
  env: ApplicationEnv;
  maxCvBytes: () => number;
  keeper: Pick<StateKeeper, "keep" | "arm">;
  waitUntil: (work: Promise<unknown>) => void;
}

/** A CV on its way to an operator. Its size is in bytes. */
export interface OperatorCv {
  name: string;
  contentType: string;
  size: number;
  content: ReadableStream<Uint8Array>;
}

/**
 * The CVs of one application: those that come in, and the one that is held until the form is sent.
 * A browser is only ever told a CV's name and size.
 */
export class CvHolder {
  readonly #options: CvHolderOptions;
  #receiving = 0;

  constructor(options: CvHolderOptions) {
    this.#options = options;
  }

  /** Whether a CV is coming in at this moment. */
  get isReceiving(): boolean {
    return this.#receiving > 0;
  }

  /** Takes a whole CV in; undefined, and nothing kept, if it is not of an accepted type. */
  async receive(file: CvFile, content: ReadableStream<Uint8Array>): Promise<HeldCv | undefined> {
    const { stored, cvs, keeper } = this.#options;
    const { state } = stored;
    if (!state) throw new Error("An application is bound to its position before its CV comes");
    return this.#while(async () => {
      await keeper.arm(state);
      const cv = await cvs.receive(file, content);
      return cv && shown(cv);
    });
  }

  /** Makes room for a CV that comes in pieces; `sent` if the application was sent, and takes none. */
  begin(file: CvFile, length: number): BeginAnswer {
    const { stored, uploads, maxCvBytes } = this.#options;
    const { state } = stored;
    if (!state || !(isUnsent(state) || isMendable(state))) return { outcome: "sent" };
    return uploads.begin(file, length, maxCvBytes());
  }

  /** How much of a CV has come in. If it is whole, it is held from now on. */
  async progress(upload: number): Promise<ProgressAnswer> {
    const { stored, uploads } = this.#options;
    if (!stored.state) return { outcome: "gone" };
    const answer = await uploads.progress(upload);
    await this.#holdWhole(answer);
    if (answer.outcome === "whole" || answer.outcome === "appended") stored.touch();
    return answer;
  }

  /** Takes a piece of a CV in. If the CV is whole with it, it is held from now on. */
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

  /** Forgets a CV that is coming in by pieces, or is held; false if there is no such application. */
  async cancel(upload: number): Promise<boolean> {
    const { stored, uploads } = this.#options;
    const { state } = stored;
    if (!state) return false;
    if (isUnsent(state) && state.cv === upload) await this.release();
    else await uploads.cancel(upload);
    return true;
  }

  /**
   * Holds a CV until the form is sent, in place of the one that was held; undefined if it is not
   * here, or if the application was sent and holds none.
   */
  async hold(upload: number): Promise<HeldCv | undefined> {
    const { stored, cvs, keeper } = this.#options;
    const { state } = stored;
    const cv = cvs.get(upload);
    if (!cv || !state || !isUnsent(state)) return undefined;
    const before = state.cv === undefined ? undefined : cvs.get(state.cv);
    if (before && before.upload !== upload && before.sha256 === cv.sha256) {
      // A double click sent the same file twice. The first stays: a page may name it.
      cvs.discard(upload);
      return shown(before);
    }
    await keeper.keep({ ...state, cv: upload });
    return shown(cv);
  }

  /** The CV that is held. */
  held(): HeldCv | undefined {
    const { stored, cvs } = this.#options;
    const { state } = stored;
    if (!state || !isUnsent(state) || state.cv === undefined) return undefined;
    const cv = cvs.get(state.cv);
    return cv && shown(cv);
  }

  /**
   * The CV of a form that is sent without a file: the one that is held, or the one that it was sent
   * with before (a double click, a retry). Undefined if there is none, or if `named` is another one.
   * A form that corrects a refused application may name a CV that has come since.
   */
  countedOn(named: number | undefined, isCorrection: boolean): number | undefined {
    const { state } = this.#options.stored;
    if (!state) return undefined;
    if (isCorrection && named !== undefined && this.kept(named)) return named;
    const upload = isUnsent(state) ? this.held()?.upload : state.record.cv?.upload;
    return named === undefined || named === upload ? upload : undefined;
  }

  /** A CV of a refused application that can be mended: the one that was sent, or one that came since. */
  kept(named?: number): HeldCv | undefined {
    const { stored, cvs } = this.#options;
    const { state } = stored;
    const upload = named ?? cvOf(state);
    if (!state || !isMendable(state) || upload === undefined) return undefined;
    const cv = cvs.get(upload);
    return cv && { ...shown(cv), ...(upload === cvOf(state) && { until: state.keepUntil }) };
  }

  /** Forgets the CV that is held. */
  async release(): Promise<void> {
    const { stored, keeper } = this.#options;
    const { state } = stored;
    if (state && isUnsent(state)) await keeper.keep({ ...state, cv: undefined });
  }

  /** Moves a CV to another application, and returns its number there; undefined if it is gone. */
  async copyTo(receiptId: string, upload: number): Promise<number | undefined> {
    const { cvs, env } = this.#options;
    const cv = cvs.get(upload);
    if (!cv) return undefined;
    const target = objectsOf(env).application(receiptId);
    const file = { name: cv.name, contentType: cv.contentType };
    const { readable, writable } = new IdentityTransformStream();
    const [copy] = await Promise.all([
      target.receiveCv(file, readable),
      writeAll(writable, cvs.bytes(upload)),
    ]);
    await this.discard(upload);
    return copy?.size === cv.size ? copy.upload : undefined;
  }

  /**
   * A CV for an operator; undefined if it is not here. If it is deleted before its last byte has gone,
   * the stream fails, and nobody takes a part for the whole.
   */
  handOut(upload: number): OperatorCv | undefined {
    const { cvs, waitUntil } = this.#options;
    const cv = cvs.get(upload);
    if (!cv) return undefined;
    const { readable: content, writable } = new FixedLengthStream(cv.size);
    // It also ends where the operator goes away.
    waitUntil(writeAll(writable, cvs.bytes(upload)).catch(() => undefined));
    return { name: cv.name, contentType: cv.contentType, size: cv.size, content };
  }

  /** Forgets a CV, unless it is held or being sent. */
  async discard(upload: number): Promise<void> {
    const { stored, cvs, keeper } = this.#options;
    const { state } = stored;
    if (!state || upload === cvOf(state)) return;
    cvs.discard(upload);
    stored.wear();
    await keeper.arm(state);
  }

  /** Holds a CV that is whole. Its sender knows its number, so it also replaces an equal file. */
  async #holdWhole(answer: AppendAnswer): Promise<void> {
    const { stored, keeper } = this.#options;
    const { state } = stored;
    if (answer.outcome !== "whole" || !state || !isUnsent(state)) return;
    if (state.cv !== answer.cv.upload) await keeper.keep({ ...state, cv: answer.cv.upload });
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

const shown = ({ upload, name, size }: StoredCv): HeldCv => ({ upload, name, size });
