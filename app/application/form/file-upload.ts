import { begin, choose, drop, hold, isSameFile, lose } from "../upload/file-draft";
import { uploadInPieces, type UploadEnd } from "../upload/piecewise-upload";
import { forgetUpload } from "../upload/requests";
import { parseUploadNumber, uploadsHref } from "~/app/addresses";
import type { FormDraft } from "./use-draft";
import type { StoredFile } from "./use-file-draft";

/**
 * The state of the chosen file's upload. `preparing`: photos are being shrunk. `held`: the server has the
 * entire file. `here`: the upload has failed or was given up.
 */
export interface Transfer {
  state: "preparing" | "sending" | "paused" | "held" | "here";
  /** Number of bytes on the server. While `preparing`, the completed share of the work. */
  held: number;
  /** The file's size in bytes, or 1 while `preparing`. */
  total: number;
  /** Estimated time left, in seconds. */
  secondsLeft?: number | undefined;
}

interface Upload {
  file: File;
  abort: AbortController;
  url: string | undefined;
  /** Resolves when the upload stalls. */
  stuck: ReturnType<typeof deferred>;
  isOver: boolean;
  ended?: Promise<UploadEnd | undefined>;
}

interface UploadOptions {
  name: string;
  positionUuid: string;
  draft: Pick<FormDraft, "latest">;
  stored: StoredFile;
  /** Called when the transfer changes. `transfer` is undefined if no file is chosen. */
  onTransfer: (name: string, transfer: Transfer | undefined) => void;
}

/**
 * Uploads a field's file while the candidate fills in the rest of the form. If the upload fails, the form itself
 * can contain the file.
 */
export function createUpload({ name, positionUuid, draft, stored, onTransfer }: UploadOptions) {
  const field = name.replace("field-", "");
  let current: Upload | undefined;
  let preparing: Promise<unknown> | undefined;
  let prepared = 0;
  let transfer: Transfer | undefined;

  function publish(next: Transfer | undefined): void {
    transfer = next;
    onTransfer(name, preparing ? { state: "preparing", held: prepared, total: 1 } : next);
  }

  function storeChoice(file: File, isFinished?: boolean): void {
    stored.set(choose(stored.get(), file, isFinished));
    stored.storeBytes(file);
  }

  /** @param isFinished see `ChosenFile` */
  function start(file: File, isFinished?: boolean): Promise<UploadEnd | undefined> {
    const abort = new AbortController();
    const { signal } = abort;
    storeChoice(file, isFinished);
    const before = stored.get().chosen?.upload;
    const url = before === undefined ? undefined : stored.uploadHref(before);
    const upload: Upload = { file, abort, url, stuck: deferred(), isOver: false };
    current = upload;
    let held = 0;
    /** When sending started or resumed, and the number of bytes on the server at that time. */
    let since: { at: number; held: number } | undefined;
    const secondsLeft = () => {
      const now = performance.now();
      since ??= { at: now, held };
      const seconds = (now - since.at) / 1000;
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
      address: upload.url,
      signal,
      onStuck: () => upload.stuck.resolve(),
      onAddress: (newUrl) => {
        upload.url = newUrl;
        if (!signal.aborted) stored.set(begin(stored.get(), Number(parseUploadNumber(newUrl))));
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
          stored.set(hold(stored.get(), Number(parseUploadNumber(end.address))));
          stored.removeBytes();
        } else showState("here");
        return end;
      },
      () => undefined,
    ));
  }

  function stop(): Upload | undefined {
    const upload = current;
    current = undefined;
    upload?.abort.abort();
    return upload;
  }

  /**
   * Stops the upload, and removes its file from the draft and the server.
   *
   * @param isRemoved whether to remove the file from the draft even if there is no upload
   */
  function cancel(isRemoved = false): void {
    const upload = stop();
    preparing = undefined;
    publish(undefined);
    if (!upload && !isRemoved) return;
    const url = upload?.url;
    stored.set(drop(stored.get(), url === undefined ? undefined : Number(parseUploadNumber(url))));
    stored.removeBytes();
    if (url !== undefined) forgetUpload(url);
  }

  /**
   * Waits until photos have been shrunk and the upload has ended. Gives up a stuck upload.
   *
   * @param file if given, an upload of another file is ignored
   * @returns the upload's number, or undefined if the form must contain the file
   */
  async function wait(file?: File): Promise<string | undefined> {
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
    /** Deletes the field's files from the server. */
    clear(): void {
      cancel();
      const { held } = stored.get();
      if (held) forgetUpload(stored.uploadHref(held.upload));
    },
    /** Marks the held file as lost by the server. */
    lose(): void {
      if (stored.get().held) stored.set(lose(stored.get(), "held"));
    },
    isUnderWay: () => preparing !== undefined || current?.isOver === false,
    /**
     * Makes submits wait for `work`, which can replace the field's file.
     *
     * @param file the original file, to store in the draft in the meantime
     */
    prepare(work: Promise<unknown>, file?: File): void {
      if (file) {
        cancel();
        storeChoice(file);
      }
      preparing = work;
      prepared = 0;
      publish(transfer);
      void work.then(() => {
        if (preparing !== work) return;
        preparing = undefined;
        publish(transfer);
      });
    },
    /** Shows the completed share of the work, from 0 to 1. */
    showPrepared: (share: number) => {
      prepared = share;
      publish(transfer);
    },
    wait,
  };
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

export type FileUpload = ReturnType<typeof createUpload>;

/** A form's uploads by control name. */
export type Uploads = Map<string, FileUpload>;
