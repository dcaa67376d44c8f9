/** How the platform is reached: the address, the key, the time it is given. */
export interface PlatformConnection {
  /** The versioned base, such as `https://platform.example/api/v1`. */
  baseUrl: string;
  /** The global `fetch`, or a service binding's. */
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  apiKey: string;
  apiKeyHeader: string;
  /** Milliseconds that a read may take, its body and its one retry included. */
  readTimeoutMs?: number;
  /** Milliseconds that sending an application may take, from its first byte to the answer. */
  applyTimeoutMs?: number;
}

/** A path below the base, each id encoded. */
export function addressOf({ baseUrl }: PlatformConnection, ...segments: string[]): string {
  return [baseUrl.replace(/\/+$/, ""), ...segments.map(encodeURIComponent)].join("/");
}

/** Says loudly that our configuration, not the candidate or the platform, is at fault. */
export function logMisconfiguration(route: string, status: number): void {
  console.error(
    `${route} answered ${status || "with a redirect"}: check PLATFORM_URL, PLATFORM_API_KEY and PLATFORM_API_KEY_HEADER`,
  );
}

/** Lets go of a body that nobody will read, so that the connection is free again. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
