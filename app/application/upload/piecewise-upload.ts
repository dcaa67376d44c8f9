import { MAX_PIECE_BYTES, PIECE_TYPE } from "../model/upload-piece";
import { TUS_HEADERS } from "./protocol";
import { ANSWER_MS, fetchOffset, fetchWithTimeout, type Timeout } from "./requests";

/** Sizes of the first piece and of the smallest piece. */
const FIRST_PIECE_BYTES = 256 * 1024;
const MIN_PIECE_BYTES = 32 * 1024;

/** After this many bytes without an interruption, pieces may be larger than the first piece. */
const GROW_AFTER_BYTES = 2 * 1024 * 1024;

/** After this many bytes since an interruption, pieces may become larger again. */
const REGROW_AFTER_BYTES = 8 * 1024 * 1024;

/** Pieces grow after a piece that took less than `QUICK_MS`, and shrink after more than `SLOW_MS`. */
const QUICK_MS = 1000;
const SLOW_MS = 3000;

/** Delay after a failure, in ms. Doubles with each failure in a row, up to `MAX_PAUSE_MS`. */
const PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** Number of failures in a row after which the network probably blocks all pieces. */
const STUCK_AFTER = 3;

/** Number of times that the server can lose an upload before the browser gives up. */
const MAX_CREATIONS = 3;

/** Timeout for a piece, in ms. */
const PIECE_MS = 60_000;

export interface PiecewiseUpload {
  /** The URL for creating uploads of this application. */
  endpoint: string;
  file: File;
  /** The URL of this file's upload, if the upload was started before. */
  address?: string | undefined;
  signal: AbortSignal;
  /** Called with the URL of a new upload. */
  onAddress: (address: string) => void;
  /** Called with the number of bytes that the server has. */
  onProgress: (held: number) => void;
  /** Called with true after a temporary failure, and with false after each success. */
  onPause: (isPaused: boolean) => void;
  /** Called after repeated failures while the browser is online. The upload still continues. */
  onStuck: () => void;
}

/**
 * Result of an upload. `held`: the server holds the file. `wrong-type`: the server does not accept the file.
 * `unavailable`: pieces cannot be sent, so the form must include the file.
 */
export type UploadEnd =
  | { outcome: "held"; address: string }
  | { outcome: "wrong-type" }
  | { outcome: "unavailable" };

/**
 * Sends a file in pieces with tus 1.0. After a temporary failure, pauses, requests the offset and continues from
 * the offset. Rejects only when `signal` is aborted.
 */
export async function uploadInPieces(sending: PiecewiseUpload): Promise<UploadEnd> {
  const { file, signal, onProgress, onPause, onAddress, onStuck } = sending;
  let address = sending.address;
  /** Number of bytes that the server has. Undefined if the number must be requested. */
  let offset = address === undefined ? 0 : undefined;
  const size = new PieceSize();
  let failures = 0;
  let creations = 0;
  for (;;) {
    const begun = performance.now();
    const result = await step(sending, address, offset, size.bytes);
    if (signal.aborted) throw signal.reason as Error;
    switch (result.state) {
      case "refused":
        return { outcome: result.status === 415 ? "wrong-type" : "unavailable" };
      case "gone":
        if (++creations >= MAX_CREATIONS) return { outcome: "unavailable" };
        address = undefined;
        offset = 0;
        break;
      case "ok": {
        const bytes = result.offset - (offset ?? result.offset);
        if (bytes > 0) size.sent(bytes, performance.now() - begun);
        if (result.address !== undefined) onAddress((address = result.address));
        offset = result.offset;
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

/** Makes the next request: creates the upload, requests the offset, or sends a piece. */
function step(
  sending: PiecewiseUpload,
  address: string | undefined,
  offset: number | undefined,
  bytes: number,
): Promise<StepResult> {
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
 * Chooses the size of the next piece. An interruption can lose the current piece, which Chromium might silently
 * send again. After an interruption, pieces are therefore small and grow slowly, up to the size of the first
 * piece.
 */
class PieceSize {
  bytes = FIRST_PIECE_BYTES;
  #most = FIRST_PIECE_BYTES;
  #wasCut = false;
  /** Bytes since the last interruption or growth. */
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

type StepResult =
  | { state: "ok"; offset: number; address?: string }
  | { state: "refused"; status: number }
  | { state: "cut" }
  /** The server has no such upload. */
  | { state: "gone" };

function create({ endpoint, file, signal }: PiecewiseUpload): Promise<StepResult> {
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
  timeout: Timeout,
  read: (response: Response) => StepResult,
): Promise<StepResult> {
  try {
    const response = await fetchWithTimeout(address, init, timeout);
    if (response.ok) return read(response);
    // After these errors, the next step requests the offset or creates the upload.
    const isTemporary = [404, 409, 423].includes(response.status) && init.method === "PATCH";
    return isTemporary || response.status >= 500
      ? { state: "cut" }
      : { state: "refused", status: response.status };
  } catch {
    return { state: "cut" };
  }
}

/** Waits for the delay, or until the browser is online again. Rejects when `signal` is aborted. */
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

/** Encodes the UTF-8 bytes of a string in base64. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
