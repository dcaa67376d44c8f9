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
}

/** Builds a URL below the base; each segment is encoded. */
export function addressOf({ baseUrl }: PlatformConnection, ...segments: string[]): string {
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
