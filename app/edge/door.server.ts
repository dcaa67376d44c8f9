import type { Submitted } from "../metrics/point";
import type { PolicySettings } from "./security-headers.server";
import { securityHeaders } from "./security-headers.server";

/** An answer without the headers that all answers have: `leave` puts them on. */
export interface Outgoing {
  status: number;
  body: BodyInit | null;
  headers: Headers | Record<string, string>;
  /** The nonce of a page's scripts and styles; without one, the policy lets nothing in the answer run. */
  nonce?: string | undefined;
  /** For the metrics: whose page it is, by its client's uuid, and what became of a form. */
  clientUuid?: string | undefined;
  submitted?: (() => Submitted | undefined) | undefined;
}

/** Makes an answer on its way out of a response, whose headers are not copied. */
export const outgoing = (response: Response, nonce?: string): Outgoing => ({
  status: response.status,
  body: response.body,
  headers: response.headers,
  nonce,
  clientUuid: response.headers.get(CACHE_TAG) ?? undefined,
});

/**
 * The header in which a loader says which client a page belongs to, by its uuid: pages are kept and
 * purged by it. `leave` takes it off, so that no visitor sees it.
 */
export const CACHE_TAG = "Cache-Tag";

interface Leaving {
  /** The request's id, for the visitor and the log. */
  id: string;
  /** The configuration; called only for a page, whose policy depends on it. */
  settings: () => PolicySettings;
  /** Whether search engines may show what was asked for (`isToBeFound` of `keptAddress`). */
  isToBeFound: boolean;
}

/**
 * The one door: puts the security headers and the request's id on an answer (design, section 8), and says
 * of all but companies' open pages that search engines must not show them (decision 0027).
 */
export function leave(
  { status, body, headers, nonce }: Outgoing,
  { id, settings, isToBeFound }: Leaving,
): Response {
  const page = nonce !== undefined && isPage(headers) ? { nonce, settings: settings() } : undefined;
  const ours = {
    ...securityHeaders(status, page),
    "X-Request-Id": id,
    ...((!isToBeFound || status >= 400) && { "X-Robots-Tag": "noindex" }),
  };
  // One constructor call: setting a single header costs as much as passing all of them.
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
