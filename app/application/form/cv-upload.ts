import { begin, choose, drop, hold, isSameFile, lose } from "../upload/file-draft";
import { uploadInPieces, type UploadEnd } from "../upload/piecewise-upload";
import { forgetUpload } from "../upload/requests";
import { parseUploadNumber, uploadsHref } from "../../addresses";
import type { FormDraft } from "./use-draft";
import type { StoredFile } from "./use-file-draft";

/**
 * The upload of the chosen file: not begun, because photos are made smaller (`preparing`); under way; complete
 * (`held`); or given up, so that the form carries the file (`here`).
 */
export interface Transfer {
  state: "preparing" | "sending" | "paused" | "held" | "here";
  /** Bytes that the server holds, and bytes in all. */
  held: number;
  total: number;
  /** Estimated time left, in seconds. */
  secondsLeft?: number | undefined;
}

interface Upload {
  file: File;
  abort: AbortController;
  address: string | undefined;
  /** Resolves when pieces do not get through. */
  stuck: ReturnType<typeof deferred>;
  isOver: boolean;
  ended?: Promise<UploadEnd | undefined>;
}

interface UploadOptions {
  /** The name of the field's control. */
  name: string;
  positionUuid: string;
  draft: Pick<FormDraft, "latest">;
  /** The file of the field in the draft. */
  stored: StoredFile;
  /** Receives each change of the transfer; undefined if no file is chosen. */
  onTransfer: (name: string, transfer: Transfer | undefined) => void;
}

/**
 * Uploads the file of a field as soon as it is chosen, while the rest of the form is filled in. A file
 * that cannot be uploaded stays in the form, which carries it.
 */
export function createUpload({ name, positionUuid, draft, stored, onTransfer }: UploadOptions) {
  const field = name.replace("field-", "");
  let current: Upload | undefined;
  let preparing: Promise<unknown> | undefined;
  let transfer: Transfer | undefined;

  function publish(now: Transfer | undefined): void {
    transfer = now;
    onTransfer(name, preparing ? { state: "preparing", held: 0, total: 0 } : now);
  }

  function storeChoice(file: File, isFinished?: boolean): void {
    stored.change(choose(stored.now(), file, isFinished));
    stored.storeBytes(file);
  }

  /** @param isFinished see `ChosenFile` */
  function start(file: File, isFinished?: boolean): Promise<UploadEnd | undefined> {
    const abort = new AbortController();
    const { signal } = abort;
    storeChoice(file, isFinished);
    const before = stored.now().chosen?.upload;
    const address = before === undefined ? undefined : stored.uploadHref(before);
    const upload: Upload = { file, abort, address, stuck: deferred(), isOver: false };
    current = upload;
    let held = 0;
    /** When sending began or resumed, and what the server held then. */
    let since: { at: number; held: number } | undefined;
    const secondsLeft = () => {
      const at = performance.now();
      since ??= { at, held };
      const seconds = (at - since.at) / 1000;
      const sent = held - since.held;
      return sent > 0 ? Math.ceil((seconds / sent) * (file.size - held)) : undefined;
    };
    const showState = (state: Transfer["state"]) => {
      if (signal.aborted) return;
      const left = state === "sending" ? secondsLeft() : undefined;
      publish({ state, held, total: file.size, secondsLeft: left });
    };
    const endpoint = uploadsHref(draft.latest.current.applicationId, positionUuid, field);
    showState("sending");

    const sending = uploadInPieces({
      endpoint,
      file,
      address: upload.address,
      signal,
      onStuck: () => upload.stuck.resolve(),
      onAddress: (given) => {
        upload.address = given;
        if (!signal.aborted) stored.change(begin(stored.now(), Number(parseUploadNumber(given))));
      },
      onProgress: (bytes) => {
        held = bytes;
        if (bytes > 0) upload.stuck = deferred();
        showState("sending");
      },
      onPause: (isPaused) => {
        if (isPaused) since = undefined;
        showState(isPaused ? "paused" : "sending");
      },
    });
    return (upload.ended = sending.then(
      (end) => {
        upload.isOver = true;
        if (signal.aborted) return undefined;
        if (end.outcome === "held") {
          held = file.size;
          showState("held");
          stored.change(hold(stored.now(), Number(parseUploadNumber(end.address))));
          stored.removeBytes();
        } else showState("here");
        return end;
      },
      () => undefined,
    ));
  }

  /** Stops the upload. */
  function stop(): Upload | undefined {
    const upload = current;
    current = undefined;
    upload?.abort.abort();
    return upload;
  }

  /**
   * Stops the upload, and makes the server forget what it holds of it.
   *
   * @param isRemoved nothing of the file stays in the draft, even if no upload has begun
   */
  function cancel(isRemoved = false): void {
    const upload = stop();
    preparing = undefined;
    publish(undefined);
    if (!upload && !isRemoved) return;
    const address = upload?.address;
    stored.change(
      drop(stored.now(), address === undefined ? undefined : Number(parseUploadNumber(address))),
    );
    stored.removeBytes();
    if (address !== undefined) forgetUpload(address);
  }

  /**
   * Waits for photos to be made smaller, and for the upload to end; but not for one that is stuck: the form
   * then carries the file.
   *
   * @returns the server's number for the file, or for the field's, if it holds it
   */
  async function held(file?: File): Promise<string | undefined> {
    await preparing;
    const upload = current;
    if (!upload || (file && !isSameFile(upload.file, file))) return undefined;
    const end = await Promise.race([upload.ended, upload.stuck.promise]);
    if (end) return end.outcome === "held" ? parseUploadNumber(end.address) : undefined;
    if (current === upload) {
      upload.isOver = true;
      upload.abort.abort();
      publish({ state: "here", held: 0, total: upload.file.size });
    }
    return undefined;
  }

  return {
    start,
    stop,
    cancel,
    /** Makes the server forget all of the field's files. */
    clear(): void {
      cancel();
      const { held } = stored.now();
      if (held) forgetUpload(stored.uploadHref(held.upload));
    },
    /** The server no longer has the file that it held. */
    lose(): void {
      if (stored.now().held) stored.change(lose(stored.now(), "held"));
    },
    isUnderWay: () => preparing !== undefined || current?.isOver === false,
    /**
     * Makes a submit wait for work that puts another file into the form.
     *
     * @param file stays in the draft until then
     */
    prepare(work: Promise<unknown>, file?: File): void {
      if (file) {
        cancel();
        storeChoice(file);
      }
      preparing = work;
      publish(transfer);
      void work.then(() => {
        if (preparing !== work) return;
        preparing = undefined;
        publish(transfer);
      });
    },
    held,
  };
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

export type CvUpload = ReturnType<typeof createUpload>;

/** The uploads of a form, by the names of their fields' controls. */
export type Uploads = Map<string, CvUpload>;
