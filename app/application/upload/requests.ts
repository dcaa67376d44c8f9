import { TUS_HEADERS } from "./protocol";

/** A request without a body is given up after this many ms without an answer. */
export const ANSWER_MS = 20_000;

/** Taken before a company's script can replace it. */
const { fetch } = globalThis;

/** Asks the server to forget a CV, whole or not, and does not wait for the answer. */
export function forgetUpload(address: string): void {
  fetch(address, { method: "DELETE", headers: TUS_HEADERS, keepalive: true }).catch(
    () => undefined,
  );
}

/** How long an answer is waited for. */
export interface Timeout {
  signal?: AbortSignal | undefined;
  /** ms. */
  within: number;
}

/** How many bytes of an upload the server has; "gone" if it has none, undefined if it did not answer. */
export async function fetchOffset(
  address: string,
  signal?: AbortSignal,
): Promise<number | "gone" | undefined> {
  try {
    const init = { method: "HEAD", headers: TUS_HEADERS };
    const response = await fetchWithin(address, init, { signal, within: ANSWER_MS });
    if (response.status === 404) return "gone";
    const bytes = Number(response.headers.get("Upload-Offset") ?? NaN);
    return response.ok && Number.isFinite(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Fetches, and gives up after `within` ms: on a dead line no answer ever comes.
 *
 * @throws as `fetch` does, and when time is up or the signal is aborted
 */
export async function fetchWithin(address: string, init: RequestInit, { signal, within }: Timeout) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, within);
  signal?.addEventListener("abort", end);
  try {
    if (signal?.aborted) end();
    return await fetch(address, { ...init, signal: controller.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
