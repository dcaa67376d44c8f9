import type { Source } from "../source";
import { createNonce } from "../runtime/nonce";
import { cutSource, findOffsets, insertSource, type SourcePlace } from "./source-places.server";

/** The texts that differ in each response with the same page. The length of each is fixed. */
export interface Tokens {
  /** The nonce that the response's Content-Security-Policy names. */
  nonce: string;
  /** The secret id of the application that the page's form makes when it is sent. */
  applicationId: string;
}

/** Fresh random tokens, for one rendering or one response. */
export const createTokens = (): Tokens => ({
  nonce: createNonce(),
  applicationId: crypto.randomUUID(),
});

/** A page as it was rendered, with its tokens blanked. */
export interface PageTemplate {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each token goes, as offsets in bytes. */
  places: Record<keyof Tokens, number[]>;
  /** Where each link and form says where a candidate came from, if that is known. */
  sources: SourcePlace[];
  /** Of the page without its tokens, and the version: weak (RFC 9110, section 8.8.3). */
  etag: string;
}

const encoder = new TextEncoder();

/**
 * Makes a template of a page that was rendered with tokens made for this rendering alone. They are random,
 * so no text of a company or a candidate can be taken for one.
 *
 * @param version of the build: with another one the page has another ETag
 * @param sourceMarker in the place of where a candidate came from; nothing of it stays in the page
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
  const whole = await new Blob([version, bytes]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return {
    bytes,
    places,
    sources,
    etag: `W/"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"`,
  };
}

/** A copy of the page with a response's own tokens, and where its candidate came from. */
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
  return insertSource(page, sources, source);
}
