import type { Source } from "../../source";
import { createNonce } from "../security-headers.server";
import { cutSource, placesOf, withSources, type SourcePlace } from "./source-places.server";

/** The texts that differ in each answer with the same page. The length of each is fixed. */
export interface Marks {
  /** The nonce that the answer's Content-Security-Policy names. */
  nonce: string;
  /** The secret id of the application that the page's form makes when it is sent. */
  applicationId: string;
}

/** Fresh random marks, for one drawing or one answer. */
export const createMarks = (): Marks => ({
  nonce: createNonce(),
  applicationId: crypto.randomUUID(),
});

/** A mark for the source that a page is drawn with for all visitors. */
export const createSourceMark = (): string => crypto.randomUUID();

/** A page as it was drawn, with its marks blanked. */
export interface PageTemplate {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each mark goes, as offsets in bytes. */
  places: Record<keyof Marks, number[]>;
  /** Where each link and form says where a visitor came from, if that is known. */
  sources: SourcePlace[];
  /** Of the page without its marks, and the version: weak (RFC 9110, section 8.8.3). */
  etag: string;
}

const encoder = new TextEncoder();

/**
 * Makes a template of a page that was drawn with marks made for this drawing alone. Because they are
 * random, no text of a company or a candidate can be taken for one.
 *
 * @param version of the build: with another one the page has another ETag
 * @param sourceMark in the place of where a visitor came from; nothing of it stays in the page
 */
export async function templateOf(
  html: string,
  marks: Marks,
  version: string,
  sourceMark: string = createSourceMark(),
): Promise<PageTemplate> {
  const { bytes, sources } = cutSource(encoder.encode(html), sourceMark);
  const blank = (mark: string) => {
    const places = placesOf(bytes, encoder.encode(mark));
    for (const place of places) bytes.fill(0x2d, place, place + mark.length);
    return places;
  };
  const places = { nonce: blank(marks.nonce), applicationId: blank(marks.applicationId) };
  const whole = await new Blob([version, bytes]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return {
    bytes,
    places,
    sources,
    etag: `W/"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"`,
  };
}

/** A copy of the page with an answer's own marks in place, and where its visitor came from. */
export function filled(
  { bytes, places, sources }: PageTemplate,
  marks: Marks,
  source: Source = [],
): PageTemplate["bytes"] {
  const page = bytes.slice();
  for (const name of ["nonce", "applicationId"] as const) {
    const mark = encoder.encode(marks[name]);
    for (const place of places[name]) page.set(mark, place);
  }
  return withSources(page, sources, source);
}
