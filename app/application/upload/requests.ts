import { TUS_HEADERS } from "./protocol";

/** Timeout for a request without a body, in ms. */
export const ANSWER_MS = 20_000;

/** Saved before a company's script can replace `fetch`. */
const { fetch } = globalThis;

/** Deletes an upload on the server without waiting for the response. */
export function forgetUpload(address: string): void {
  fetch(address, { method: "DELETE", headers: TUS_HEADERS, keepalive: true }).catch(
    () => undefined,
  );
}

export interface Timeout {
  signal?: AbortSignal | undefined;
  /** Timeout in ms. */
  within: number;
}

/** Fetches the number of bytes that the server has. @returns "gone" for a 404, undefined after an error */
export async function fetchOffset(
  address: string,
  signal?: AbortSignal,
): Promise<number | "gone" | undefined> {
  try {
    const init = { method: "HEAD", headers: TUS_HEADERS };
    const response = await fetchWithTimeout(address, init, { signal, within: ANSWER_MS });
    if (response.status === 404) return "gone";
    const bytes = Number(response.headers.get("Upload-Offset") ?? NaN);
    return response.ok && Number.isFinite(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Fetches with a timeout of `within` ms, because a dead connection never responds.
 * @throws like `fetch`, and on timeout or abort
 */
export async function fetchWithTimeout(
  address: string,
  init: RequestInit,
  { signal, within }: Timeout,
) {
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
