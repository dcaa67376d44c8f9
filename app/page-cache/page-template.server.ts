import type { Source } from "../candidate-source";
import {
  cutSource,
  findOffsets,
  insertSource,
  type SourcePlace,
} from "./source-placeholders.server";

/** The response tokens, which differ in each response of a page and have a fixed length. */
export interface Tokens {
  /** The nonce in the response's Content-Security-Policy. */
  nonce: string;
  /** The secret id of the application that the page's form creates. */
  applicationId: string;
}

export const createTokens = (): Tokens => ({
  nonce: createNonce(),
  applicationId: crypto.randomUUID(),
});

/** Creates 128 random bits as base64, for a response's scripts and styles. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** A rendered page with gaps for its tokens. */
export interface PageTemplate {
  bytes: Uint8Array<ArrayBuffer>;
  /** Byte offsets of each token. */
  places: Record<keyof Tokens, number[]>;
  /** Places where links and forms contain the candidate's source. */
  sources: SourcePlace[];
  /** A weak ETag (RFC 9110, section 8.8.3) of the build's version and the page without tokens. */
  etag: string;
}

/** A page rendered for all candidates. */
export interface CachedPage {
  template: PageTemplate;
  /** A purge of this client invalidates the page. */
  clientUuid: string;
  /** When the earliest read of the page's data began, in ms since 1970. A purge is compared with this time. */
  readAt: number;
  /** When the page was last known to be current, in ms since 1970: `readAt`, or a later verification. */
  checkedAt: number;
  /** When a view was last reported to the shared store, in ms since 1970, or 0. */
  viewedAt: number;
}

const encoder = new TextEncoder();

/**
 * Creates the template of a page. The tokens are random and used for this rendering only, so no other text
 * in the page can equal a token.
 *
 * @param version version of the build, which is part of the ETag
 * @param sourceMarker the placeholder for a source, which is removed from the page
 */
export async function createTemplate(
  html: string,
  tokens: Tokens,
  version: string,
  sourceMarker: string = crypto.randomUUID(),
): Promise<PageTemplate> {
  const { bytes, sources } = cutSource(encoder.encode(html), sourceMarker);
  const blank = (token: string) => {
    const places = findOffsets(bytes, encoder.encode(token));
    for (const place of places) bytes.fill(0x2d, place, place + token.length);
    return places;
  };
  const places = { nonce: blank(tokens.nonce), applicationId: blank(tokens.applicationId) };
  const input = await new Blob([version, bytes]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", input));
  return {
    bytes,
    places,
    sources,
    etag: `W/"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"`,
  };
}

export function fillTemplate(
  { bytes, places, sources }: PageTemplate,
  tokens: Tokens,
  source: Source = [],
): PageTemplate["bytes"] {
  const page = bytes.slice();
  for (const name of ["nonce", "applicationId"] as const) {
    const token = encoder.encode(tokens[name]);
    for (const place of places[name]) page.set(token, place);
  }
  return source.length === 0 ? page : insertSource(page, sources, source);
}
