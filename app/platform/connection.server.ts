/** How the platform is reached: at which address, with which key, and how long it is waited for. */
export interface PlatformConnection {
  /** The versioned base, such as `https://platform.example/api/v1`. */
  baseUrl: string;
  /** The platform's origin as browsers reach it; undefined for one that only this Worker reaches. */
  publicOrigin?: string | undefined;
  /** The global `fetch`, or a service binding's. */
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  apiKey: string;
  /** The name of the header that carries the key. */
  apiKeyHeader: string;
  /** Milliseconds that a read may take, its body and its one retry included. */
  readTimeoutMs: number;
  /** Milliseconds that sending an application may take, from its first byte to the answer. */
  applyTimeoutMs: number;
}

/** The address of a path below the base; each segment is encoded. */
export function addressOf({ baseUrl }: PlatformConnection, ...segments: string[]): string {
  return [baseUrl.replace(/\/+$/, ""), ...segments.map(encodeURIComponent)].join("/");
}

/**
 * Logs as an error that the platform does not know us, because our configuration is wrong.
 *
 * @param route method and route pattern
 * @param status 0 for a redirect that a browser's `fetch` hides
 */
export function logMisconfiguration(route: string, status: number): void {
  console.error(
    `${route} answered ${status || "with a redirect"}: check PLATFORM_URL, PLATFORM_API_KEY and PLATFORM_API_KEY_HEADER`,
  );
}
