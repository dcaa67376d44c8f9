/** What is said of uploads, by tus 1.0; what sends them is `piecewise-upload.ts`. */
export const TUS = { "Tus-Resumable": "1.0.0" };

/** A question that gets no answer is given up after this, in ms. */
export const WORD_MS = 20_000;

/** The browser's own, whatever a company's script puts in its place later. */
const { fetch } = globalThis;

/** Has the server forget a CV that it holds, whole or not. Nobody waits for it. */
export function forgetUpload(address: string): void {
  fetch(address, { method: "DELETE", headers: TUS, keepalive: true }).catch(() => undefined);
}

export interface Limits {
  signal?: AbortSignal | undefined;
  /** In ms. */
  within: number;
}

/** How much of an upload the server holds; "gone" if nothing, undefined if it cannot be asked. */
type Held = number | "gone" | undefined;

export async function heldAt(address: string, signal?: AbortSignal): Promise<Held> {
  try {
    const init = { method: "HEAD", headers: TUS };
    const response = await fetchWithin(address, init, { signal, within: WORD_MS });
    if (response.status === 404) return "gone";
    const held = Number(response.headers.get("Upload-Offset") ?? Number.NaN);
    return response.ok && Number.isFinite(held) ? held : undefined;
  } catch {
    return undefined;
  }
}

/** Fetches, and gives up in time: what the line has swallowed gets no answer at all. */
export async function fetchWithin(address: string, init: RequestInit, { signal, within }: Limits) {
  const turn = new AbortController();
  const end = () => turn.abort();
  const timer = setTimeout(end, within);
  signal?.addEventListener("abort", end);
  try {
    signal?.throwIfAborted();
    return await fetch(address, { ...init, signal: turn.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
