import type { PolicySettings } from "./security-headers.server";
import { securityHeaders } from "./security-headers.server";

/** An answer on its way out. Every answer of the Worker is one, and leaves by `leave`. */
export interface Outgoing {
  status: number;
  body: BodyInit | null;
  headers: Headers | Record<string, string>;
  /** The nonce of a page's scripts and styles: without one, nothing in the answer can run. */
  nonce?: string | undefined;
}

/** A response as an answer on its way out. */
export const outgoing = (response: Response, nonce?: string): Outgoing => ({
  status: response.status,
  body: response.body,
  headers: response.headers,
  nonce,
});

/**
 * Where a loader says whose page it is, by the uuid of the client: pages are kept and purged by it.
 * It is for this house alone, and is taken off at the door.
 */
export const CACHE_TAG = "Cache-Tag";

interface Leaving {
  /** Names the request: to the visitor, and in the log. */
  id: string;
  /** The configuration; asked for only where a page's policy needs it. */
  settings: () => PolicySettings;
}

/** The one door: gives every answer the headers that every answer has (design, section 8). */
export function leave(
  { status, body, headers, nonce }: Outgoing,
  { id, settings }: Leaving,
): Response {
  const page = nonce !== undefined && isPage(headers) ? { nonce, settings: settings() } : undefined;
  const ours = { ...securityHeaders(status, page), "X-Request-Id": id };
  // All headers at once: each one that is set by itself costs as much as all of these.
  if (!(headers instanceof Headers)) {
    return new Response(body, { status, headers: { ...headers, ...ours } });
  }
  for (const [name, value] of Object.entries(ours)) headers.set(name, value);
  headers.delete(CACHE_TAG);
  return new Response(body, { status, headers });
}

function isPage(headers: Outgoing["headers"]): boolean {
  const type = headers instanceof Headers ? headers.get("Content-Type") : headers["Content-Type"];
  return type?.startsWith("text/html") ?? false;
}
