import { PlatformError, type PlatformErrorKind } from "./errors";

/** How to reach the platform. */
export interface PlatformConnection {
  /** The versioned base, such as `https://platform.example/api/v1`. */
  baseUrl: string;
  /** The platform's public origin; undefined if only this Worker can reach it. */
  publicOrigin?: string | undefined;
  /** The global `fetch`, or a service binding's. */
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  apiKey: string;
  /** The header for the API key. */
  apiKeyHeader: string;
  /** Time limit of a read, including its body and one retry. */
  readTimeoutMs: number;
  /** Time limit for sending an application, from its first byte to the answer. */
  applyTimeoutMs: number;
  /** Called after each call. */
  onCall?: ((call: FinishedCall) => void) | undefined;
}

/** A finished call. */
export interface FinishedCall {
  call: "position" | "client" | "positions" | "apply";
  /** The position's or client's. */
  id: string;
  /** An application's client. */
  clientRef?: string | undefined;
  /** `answered`, why a read failed, or an application's outcome (`timeout` if late). */
  outcome:
    | "answered"
    | PlatformErrorKind
    | "accepted"
    | "unverified"
    | "already-applied"
    | "refused";
  /** The platform's status, if known. */
  status?: number | undefined;
  tookMs: number;
}

/** Builds a URL below the base; each segment is encoded. */
export function buildUrl({ baseUrl }: PlatformConnection, ...segments: string[]): string {
  return [baseUrl.replace(/\/+$/, ""), ...segments.map(encodeURIComponent)].join("/");
}

/**
 * Logs that the platform rejected us, which means that our configuration is wrong.
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

/** Makes a call, and reports its outcome. */
export async function reportCall<T>(
  { onCall }: PlatformConnection,
  about: Pick<FinishedCall, "call" | "id" | "clientRef">,
  ask: () => Promise<T>,
  getEnd: (answer: T) => End,
): Promise<T> {
  const startedAt = Date.now();
  const end = (ended: End) => onCall?.({ ...about, ...ended, tookMs: Date.now() - startedAt });
  try {
    const answer = await ask();
    end(getEnd(answer));
    return answer;
  } catch (error) {
    if (error instanceof PlatformError) end({ outcome: error.kind, status: error.status });
    throw error;
  }
}
