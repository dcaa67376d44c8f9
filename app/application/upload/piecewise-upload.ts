import { MAX_PIECE_BYTES, PIECE_TYPE } from "../model/piece";
import { TUS_HEADERS } from "./protocol";
import { ANSWER_MS, fetchOffset, fetchWithin, type Timeout } from "./requests";

/** Bytes of the first piece, and of the smallest one. The largest is `PIECE_MOST_BYTES`. */
const FIRST_PIECE_BYTES = 256 * 1024;
const MIN_PIECE_BYTES = 32 * 1024;

/** After this many bytes without a cut, pieces may be larger than the first one. */
const GROW_AFTER_BYTES = 2 * 1024 * 1024;

/** After this many bytes without another cut, a line that was cut may have larger pieces again. */
const REGROW_AFTER_BYTES = 8 * 1024 * 1024;

/** After a piece that took less than `QUICK_MS` the next is larger; more than `SLOW_MS`, smaller. */
const QUICK_MS = 1000;
const SLOW_MS = 3000;

/** How long to wait after a failure, in ms: twice as long each time, up to the maximum. */
const PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** After this many failures in a row without a byte held, pieces may not get through at all. */
const STUCK_AFTER = 3;

/** How often an upload is begun, if the server loses it. */
const MAX_CREATIONS = 3;

/** A piece without an answer is given up after this, in ms: the line may be dead. */
const PIECE_MS = 60_000;

export interface PiecewiseUpload {
  /** The address at which this application's uploads are created. */
  endpoint: string;
  file: File;
  /** The address of this file's upload, if it was begun before. */
  address?: string | undefined;
  signal: AbortSignal;
  /** Is told the upload's address. */
  onAddress: (address: string) => void;
  /** Is told how many bytes of the file the server has. */
  onProgress: (held: number) => void;
  /** Is told when the line is cut, and when the upload goes on. */
  onPause: (isPaused: boolean) => void;
  /** Is told when nothing gets through although there is a connection. The upload still goes on. */
  onStuck: () => void;
}

/**
 * How an upload ended. `held`: the server holds the CV, at an address. `wrong-type`: the server does
 * not accept the file. `unavailable`: pieces cannot be sent, so the form must carry the file.
 */
export type UploadEnd =
  | { outcome: "held"; address: string }
  | { outcome: "wrong-type" }
  | { outcome: "unavailable" };

/**
 * Sends a file in pieces by tus 1.0. After a failure it pauses, asks how many bytes the server has, and
 * goes on there. Rejects only when `signal` is aborted.
 */
export async function uploadInPieces(sending: PiecewiseUpload): Promise<UploadEnd> {
  const { file, signal, onProgress, onPause, onAddress, onStuck } = sending;
  let address = sending.address;
  /** How many bytes the server has; undefined if it must be asked. */
  let offset = address === undefined ? 0 : undefined;
  const size = new PieceSize();
  let failures = 0;
  let creations = 0;
  for (;;) {
    const begun = performance.now();
    const answer = await step(sending, address, offset, size.bytes);
    if (signal.aborted) throw signal.reason as Error;
    switch (answer.state) {
      case "refused":
        return { outcome: answer.status === 415 ? "wrong-type" : "unavailable" };
      case "gone":
        if (++creations >= MAX_CREATIONS) return { outcome: "unavailable" };
        address = undefined;
        offset = 0;
        break;
      case "ok": {
        const bytes = answer.offset - (offset ?? answer.offset);
        if (bytes > 0) size.sent(bytes, performance.now() - begun);
        if (answer.address !== undefined) onAddress((address = answer.address));
        offset = answer.offset;
        failures = 0;
        onPause(false);
        break;
      }
      case "cut":
        failures += 1;
        if (failures >= STUCK_AFTER && !offset && navigator.onLine) onStuck();
        onPause(true);
        await pause(Math.min(PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS), signal);
        size.cut();
        if (address !== undefined) offset = undefined;
        break;
    }
    if (offset !== undefined) onProgress(offset);
    if (address !== undefined && offset !== undefined && offset >= file.size) {
      return { outcome: "held", address };
    }
  }
}

/** The next request: creates the upload, asks how many bytes the server has, or sends a piece. */
function step(
  sending: PiecewiseUpload,
  address: string | undefined,
  offset: number | undefined,
  bytes: number,
): Promise<Answer> {
  const { file, signal } = sending;
  if (address === undefined) return create(sending);
  if (offset !== undefined) {
    return sendPiece(address, file.slice(offset, offset + bytes), offset, signal);
  }
  return fetchOffset(address, signal).then((held) => {
    if (held === "gone") return { state: "gone" };
    return held === undefined ? { state: "cut" } : { state: "ok", offset: held };
  });
}

/**
 * How large the next piece is. A cut loses the piece that is under way, and Chromium may send it again
 * by itself, without telling. So on a line that was cut, pieces are small, and grow slowly, at most to
 * the size of the first one.
 */
class PieceSize {
  bytes = FIRST_PIECE_BYTES;
  #most = FIRST_PIECE_BYTES;
  #wasCut = false;
  /** Bytes since the line was last cut, or the size was last raised. */
  #good = 0;

  sent(bytes: number, took: number): void {
    this.#good += bytes;
    if (!this.#wasCut && this.#good > GROW_AFTER_BYTES) this.#most = MAX_PIECE_BYTES;
    if (this.#wasCut && this.#good > REGROW_AFTER_BYTES) {
      this.#most = Math.min(this.#most * 2, FIRST_PIECE_BYTES);
      this.#good = 0;
    }
    if (took < QUICK_MS) this.bytes = Math.min(this.bytes * 2, this.#most);
    else if (took > SLOW_MS) this.bytes = Math.max(this.bytes / 2, MIN_PIECE_BYTES);
  }

  cut(): void {
    this.#wasCut = true;
    this.#good = 0;
    this.#most = Math.max(MIN_PIECE_BYTES, Math.min(FIRST_PIECE_BYTES, this.#most) / 4);
    this.bytes = this.#most;
  }
}

type Answer =
  | { state: "ok"; offset: number; address?: string }
  | { state: "refused"; status: number }
  | { state: "cut" }
  /** The server does not know the upload. */
  | { state: "gone" };

function create({ endpoint, file, signal }: PiecewiseUpload): Promise<Answer> {
  const headers = {
    ...TUS_HEADERS,
    "Upload-Length": String(file.size),
    "Upload-Metadata": `filename ${base64(file.name)},filetype ${base64(file.type)}`,
  };
  return ask(endpoint, { method: "POST", headers }, { signal, within: ANSWER_MS }, (response) => {
    const address = response.headers.get("Location");
    return address === null ? { state: "cut" } : { state: "ok", offset: 0, address };
  });
}

function sendPiece(address: string, body: Blob, offset: number, signal: AbortSignal) {
  const headers = {
    ...TUS_HEADERS,
    "Content-Type": PIECE_TYPE,
    "Upload-Offset": String(offset),
  };
  const init = { method: "PATCH", headers, body };
  return ask(address, init, { signal, within: PIECE_MS }, (response) => {
    const held = Number(response.headers.get("Upload-Offset") ?? NaN);
    return held > offset ? { state: "ok", offset: held } : { state: "cut" };
  });
}

async function ask(
  address: string,
  init: RequestInit,
  patience: Timeout,
  read: (response: Response) => Answer,
): Promise<Answer> {
  try {
    const response = await fetchWithin(address, init, patience);
    if (response.ok) return read(response);
    // The server has another offset or no such upload, or is in trouble: it is asked, as after a cut.
    const isPassing = [404, 409, 423].includes(response.status) && init.method === "PATCH";
    return isPassing || response.status >= 500
      ? { state: "cut" }
      : { state: "refused", status: response.status };
  } catch {
    return { state: "cut" };
  }
}

/** Waits for some ms, or until the connection is back. Rejects when `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

/** A text as UTF-8 in base64. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
