import { PIECE_MOST_BYTES, PIECE_TYPE } from "../model/piece";
import { TUS_HEADERS } from "./protocol";
import { ANSWER_MS, bytesHeldAt, fetchWithin, type Patience } from "./requests";

/** Bytes of the first piece, and of the smallest and the largest. */
const PIECE = 256 * 1024;
const PIECE_LEAST = 32 * 1024;

/** So many bytes without a cut make a line a good one, whose pieces may be larger than the first. */
const GOOD_AFTER = 2 * 1024 * 1024;

/** The same on a line that was cut. */
const GOOD_AGAIN_AFTER = 8 * 1024 * 1024;

/** A piece that takes less than this may be larger, in ms; one that takes more, smaller. */
const QUICK_MS = 1000;
const SLOW_MS = 3000;

/** How long to wait after a failure, in ms: doubled each time, up to the last. */
const PAUSE_MS = 500;
const PAUSE_MOST_MS = 15_000;

/** So many failures in a row before the first byte has arrived: pieces may not get through at all. */
const STUCK = 3;

/** How often an upload that is gone is begun again. */
const BEGINNINGS = 3;

/** A piece that gets no answer is given up after this, in ms: the line may be dead. */
const PIECE_MS = 60_000;

export interface PiecewiseUpload {
  /** Where uploads of this application are made. */
  endpoint: string;
  file: File;
  /** Where the same file was going up to before, if it was. */
  address?: string | undefined;
  signal: AbortSignal;
  /** Is told where it goes up to. */
  onAddress: (address: string) => void;
  /** Is told how many bytes the server holds. */
  onProgress: (held: number) => void;
  /** Is told when the line is cut, and when it goes on. */
  onPause: (isPaused: boolean) => void;
  /** Is told when there is a connection and yet nothing has got through; it is still tried. */
  onStuck: () => void;
}

/**
 * What came of it: the server holds the CV, at an address; or it does not accept the type that it found;
 * or pieces can't be sent, and the form is to carry the file.
 */
export type UploadEnd =
  { outcome: "held"; address: string } | { outcome: "wrong-type" } | { outcome: "unavailable" };

/**
 * Sends a file in pieces, by tus 1.0: each is tried again after a pause, and gone on with at the last
 * byte that the server holds. Rejects only when `signal` ends it.
 */
export async function uploadInPieces(sending: PiecewiseUpload): Promise<UploadEnd> {
  const { file, signal, onProgress, onPause, onAddress, onStuck } = sending;
  let address = sending.address;
  /** Undefined while the server is to be asked. */
  let offset = address === undefined ? 0 : undefined;
  const size = new PieceSize();
  let failures = 0;
  let beginnings = 0;
  for (;;) {
    const begun = performance.now();
    const answer = await step(sending, address, offset, size.bytes);
    signal.throwIfAborted();
    switch (answer.state) {
      case "refused":
        return { outcome: answer.status === 415 ? "wrong-type" : "unavailable" };
      case "gone":
        if (++beginnings >= BEGINNINGS) return { outcome: "unavailable" };
        address = undefined;
        offset = 0;
        break;
      case "ok": {
        const bytes = answer.offset - (offset ?? answer.offset);
        if (bytes > 0) size.came(bytes, performance.now() - begun);
        if (answer.address !== undefined) onAddress((address = answer.address));
        offset = answer.offset;
        failures = 0;
        onPause(false);
        break;
      }
      case "cut":
        failures += 1;
        if (failures >= STUCK && !offset && navigator.onLine) onStuck();
        onPause(true);
        await pause(Math.min(PAUSE_MS * 2 ** (failures - 1), PAUSE_MOST_MS), signal);
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

/** What is to be done next: begin, ask how far it is, or send the next piece. */
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
  return bytesHeldAt(address, signal).then((held) => {
    if (held === "gone") return { state: "gone" };
    return held === undefined ? { state: "cut" } : { state: "ok", offset: held };
  });
}

/**
 * How large a piece is to be. What is in the air is lost with the line, and Chromium sends the piece
 * again unasked, so that not every cut is heard of: on a line that was cut pieces are small, and grow
 * again slowly, to the size of the first at most.
 */
class PieceSize {
  bytes = PIECE;
  #most = PIECE;
  #wasCut = false;
  /** Bytes since the line was last cut, or the size was last raised. */
  #good = 0;

  came(bytes: number, took: number): void {
    this.#good += bytes;
    if (!this.#wasCut && this.#good > GOOD_AFTER) this.#most = PIECE_MOST_BYTES;
    if (this.#wasCut && this.#good > GOOD_AGAIN_AFTER) {
      this.#most = Math.min(this.#most * 2, PIECE);
      this.#good = 0;
    }
    if (took < QUICK_MS) this.bytes = Math.min(this.bytes * 2, this.#most);
    else if (took > SLOW_MS) this.bytes = Math.max(this.bytes / 2, PIECE_LEAST);
  }

  cut(): void {
    this.#wasCut = true;
    this.#good = 0;
    this.#most = Math.max(PIECE_LEAST, Math.min(PIECE, this.#most) / 4);
    this.bytes = this.#most;
  }
}

type Answer =
  | { state: "ok"; offset: number; address?: string }
  | { state: "refused"; status: number }
  | { state: "cut" }
  /** The server knows nothing of it. */
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
    const held = Number(response.headers.get("Upload-Offset") ?? Number.NaN);
    return held > offset ? { state: "ok", offset: held } : { state: "cut" };
  });
}

async function ask(
  address: string,
  init: RequestInit,
  patience: Patience,
  read: (response: Response) => Answer,
): Promise<Answer> {
  try {
    const response = await fetchWithin(address, init, patience);
    if (response.ok) return read(response);
    // Held elsewhere by now, or gone: asked for, as after a cut. A server in trouble as well.
    const isPassing = [404, 409, 423].includes(response.status) && init.method === "PATCH";
    return isPassing || response.status >= 500
      ? { state: "cut" }
      : { state: "refused", status: response.status };
  } catch {
    return { state: "cut" };
  }
}

/** Waits, and for no longer than until the connection is back. */
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

/** A text in base64 of its UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
