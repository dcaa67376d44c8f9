import { PlatformError, type PlatformErrorKind } from "./errors";

export interface PlatformConnection {
  /** The versioned base URL, such as `https://platform.example/api/v1`. */
  baseUrl: string;
  /** The platform's public origin; undefined if only this Worker can reach it. */
  publicOrigin?: string | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  apiKey: string;
  apiKeyHeader: string;
  /** Time limit for one GET, including its body and one retry. */
  readTimeoutMs: number;
  /** Time limit for sending an application. */
  applyTimeoutMs: number;
  /** Reports each finished call. */
  onCall?: ((call: FinishedCall) => void) | undefined;
}

export interface FinishedCall {
  call: "position" | "client" | "positions" | "apply";
  id: string;
  clientRef?: string | undefined;
  /** `answered` or the kind of a read's error; for an application, its outcome or `timeout`. */
  outcome:
    | "answered"
    | PlatformErrorKind
    | "accepted"
    | "unverified"
    | "already-applied"
    | "refused";
  status?: number | undefined;
  tookMs: number;
}

/** Builds a URL below the base URL from unencoded segments. */
export function buildUrl({ baseUrl }: PlatformConnection, ...segments: string[]): string {
  return [baseUrl.replace(/\/+$/, ""), ...segments.map(encodeURIComponent)].join("/");
}

/**
 * Logs a response that indicates a wrong configuration.
 *
 * @param route method and route pattern
 * @param status 0 for a redirect that a browser's `fetch` hides
 */
export function logMisconfiguration(route: string, status: number): void {
  console.error(
    `${route} answered ${status || "with a redirect"}: check PLATFORM_URL, PLATFORM_API_KEY and PLATFORM_API_KEY_HEADER`,
  );
}

type End = Pick<FinishedCall, "outcome" | "status">;

/** Runs a call, and reports its result or `PlatformError`. */
export async function reportCall<T>(
  { onCall }: PlatformConnection,
  about: Pick<FinishedCall, "call" | "id" | "clientRef">,
  run: () => Promise<T>,
  getEnd: (result: T) => End,
): Promise<T> {
  const startedAt = Date.now();
  const end = (ended: End) => onCall?.({ ...about, ...ended, tookMs: Date.now() - startedAt });
  try {
    const result = await run();
    end(getEnd(result));
    return result;
  } catch (error) {
    if (error instanceof PlatformError) end({ outcome: error.kind, status: error.status });
    throw error;
  }
}
