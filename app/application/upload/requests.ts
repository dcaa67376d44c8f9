import { TUS_HEADERS } from "./protocol";

/** A question that gets no answer is given up after so many ms. */
export const ANSWER_MS = 20_000;

/** The browser's own, whatever a company's script puts in its place later. */
const { fetch } = globalThis;

/** Has the server forget a CV that it holds, whole or not. Nobody waits for it. */
export function forgetUpload(address: string): void {
  fetch(address, { method: "DELETE", headers: TUS_HEADERS, keepalive: true }).catch(
    () => undefined,
  );
}

/** When an answer is not waited for any more. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** In ms. */
  within: number;
}

/** How many bytes of an upload the server holds; "gone" if none, undefined if it cannot be asked. */
export async function bytesHeldAt(
  address: string,
  signal?: AbortSignal,
): Promise<number | "gone" | undefined> {
  try {
    const init = { method: "HEAD", headers: TUS_HEADERS };
    const response = await fetchWithin(address, init, { signal, within: ANSWER_MS });
    if (response.status === 404) return "gone";
    const bytes = Number(response.headers.get("Upload-Offset") ?? Number.NaN);
    return response.ok && Number.isFinite(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Fetches, and gives up in time: on a line that is dead no answer ever comes. */
export async function fetchWithin(
  address: string,
  init: RequestInit,
  { signal, within }: Patience,
) {
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
