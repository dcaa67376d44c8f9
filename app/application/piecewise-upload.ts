/** Bytes of the first piece, and of the smallest and the largest. */
const PIECE = 256 * 1024;
const PIECE_LEAST = 32 * 1024;
const PIECE_MOST = 1024 * 1024;

/** So many bytes without a cut make a line a good one, whose pieces may be larger than the first. */
const GOOD_AFTER = 2 * 1024 * 1024;

/** A piece that takes less than this may be larger, in ms; one that takes more, smaller. */
const QUICK_MS = 1000;
const SLOW_MS = 3000;

/** How long to wait after a failure, in ms: doubled each time, up to the last. */
const PAUSE_MS = 500;
const PAUSE_MOST_MS = 15_000;

/** So many failures in a row before the first byte has arrived: pieces can't be sent at all. */
const HOPELESS = 3;

const TUS = { "Tus-Resumable": "1.0.0" };

/** The browser's own, whatever a company's script puts in its place later. */
const { fetch } = globalThis;

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
}

/**
 * What came of it: the server's number for the CV that it holds; or the type that it found is not
 * accepted; or that pieces can't be sent, and the form is to carry the file.
 */
export type UploadEnd =
  { outcome: "held"; upload: string } | { outcome: "wrong-type" } | { outcome: "unavailable" };

/**
 * Sends a file in pieces, by tus 1.0: each is tried again after a pause, and gone on with at the last
 * byte that the server holds. Rejects only when `signal` ends it.
 */
export async function uploadInPieces(sending: PiecewiseUpload): Promise<UploadEnd> {
  const { file, signal, onProgress, onPause, onAddress } = sending;
  let address = sending.address;
  let offset = 0;
  if (address !== undefined) {
    const held = await heldAt(address, signal);
    if (typeof held === "number") offset = held;
    else if (held === "gone") address = undefined;
    onProgress(offset);
  }
  let piece = PIECE;
  let most = PIECE;
  let isWhole = true;
  let failures = 0;
  let beginnings = 0;
  for (;;) {
    if (address !== undefined && offset >= file.size) {
      return { outcome: "held", upload: address.split("/").at(-1) ?? "" };
    }
    const begun = performance.now();
    const answer: Answer =
      address === undefined
        ? await create(sending)
        : await sendPiece(address, file.slice(offset, offset + piece), offset, signal);
    signal.throwIfAborted();

    if (answer.state === "refused") {
      return { outcome: answer.status === 415 ? "wrong-type" : "unavailable" };
    }
    if (answer.state === "ok") {
      if (address !== undefined)
        piece = Math.min(most, nextPiece(piece, performance.now() - begun));
      failures = 0;
      if (isWhole && offset > GOOD_AFTER) most = PIECE_MOST;
      if (address === undefined && answer.address !== undefined) onAddress(answer.address);
      address ??= answer.address;
      offset = answer.offset;
    } else {
      failures += 1;
      const isHopeless = offset === 0 && failures >= HOPELESS && navigator.onLine;
      if (isHopeless || beginnings >= HOPELESS) return { outcome: "unavailable" };
      onPause(true);
      await pause(Math.min(PAUSE_MS * 2 ** (failures - 1), PAUSE_MOST_MS), signal);
      // What is in the air is lost with the line, and Chromium sends the piece again unasked: on a
      // line that is cut the pieces stay small.
      isWhole = false;
      most = Math.max(PIECE_LEAST, Math.min(PIECE, most) / 2);
      piece = most;
      const held: Held = address === undefined ? "gone" : await heldAt(address, signal);
      if (held === "gone") {
        if (address !== undefined) beginnings += 1;
        address = undefined;
        offset = 0;
      } else {
        offset = held ?? offset;
      }
    }
    onPause(answer.state === "cut");
    onProgress(offset);
  }
}

/** Has the server forget a CV that it holds, whole or not. Nobody waits for it. */
export function forgetUpload(address: string): void {
  fetch(address, { method: "DELETE", headers: TUS, keepalive: true }).catch(() => undefined);
}

type Answer =
  | { state: "ok"; offset: number; address?: string }
  | { state: "refused"; status: number }
  | { state: "cut" };

async function create({ endpoint, file, signal }: PiecewiseUpload): Promise<Answer> {
  return ask(
    endpoint,
    {
      method: "POST",
      signal,
      headers: {
        ...TUS,
        "Upload-Length": String(file.size),
        "Upload-Metadata": `filename ${base64(file.name)},filetype ${base64(file.type)}`,
      },
    },
    (response) => {
      const address = response.headers.get("Location");
      return address === null ? { state: "cut" } : { state: "ok", offset: 0, address };
    },
  );
}

function sendPiece(address: string, body: Blob, offset: number, signal: AbortSignal) {
  const headers = {
    ...TUS,
    "Content-Type": "application/offset+octet-stream",
    "Upload-Offset": String(offset),
  };
  return ask(address, { method: "PATCH", signal, headers, body }, (response) => {
    const held = Number(response.headers.get("Upload-Offset") ?? Number.NaN);
    return held > offset ? { state: "ok", offset: held } : { state: "cut" };
  });
}

async function ask(
  address: string,
  init: RequestInit,
  read: (response: Response) => Answer,
): Promise<Answer> {
  try {
    const response = await fetch(address, init);
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

/** How much of an upload the server holds; "gone" if nothing, undefined if it cannot be asked. */
type Held = number | "gone" | undefined;

export async function heldAt(address: string, signal?: AbortSignal): Promise<Held> {
  try {
    const response = await fetch(address, {
      method: "HEAD",
      headers: TUS,
      ...(signal && { signal }),
    });
    if (response.status === 404) return "gone";
    const held = Number(response.headers.get("Upload-Offset") ?? Number.NaN);
    return response.ok && Number.isFinite(held) ? held : undefined;
  } catch {
    return undefined;
  }
}

function nextPiece(piece: number, took: number): number {
  if (took < QUICK_MS) return Math.min(piece * 2, PIECE_MOST);
  return took > SLOW_MS ? Math.max(piece / 2, PIECE_LEAST) : piece;
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
