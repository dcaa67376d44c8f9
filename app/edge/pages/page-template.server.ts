import { createNonce } from "../security-headers.server";

/** What differs in every answer of the same page: each of a length that is always the same. */
export interface Marks {
  /** Of the answer's Content-Security-Policy. */
  nonce: string;
  /** The secret id of the application that the page's form would make. */
  applicationId: string;
}

export const createMarks = (): Marks => ({
  nonce: createNonce(),
  applicationId: crypto.randomUUID(),
});

/** Bytes that an answer may be made of. */
type Bytes = Uint8Array<ArrayBuffer>;

/** A page as it was drawn, and where each answer differs, as offsets in bytes. */
export interface PageTemplate {
  bytes: Bytes;
  places: Record<keyof Marks, number[]>;
  /** Of all that does not differ (RFC 9110, section 8.8.3). */
  etag: string;
}

const encoder = new TextEncoder();

/**
 * Makes a template of a page that was drawn with marks made for that very drawing: they are random,
 * so nothing that a company or a candidate wrote can be taken for one.
 *
 * @param version of what is sent with it: another one makes it another page
 */
export async function templateOf(
  html: string,
  marks: Marks,
  version: string,
): Promise<PageTemplate> {
  const bytes = encoder.encode(html);
  const blank = (mark: string) => {
    const places = placesOf(bytes, encoder.encode(mark));
    for (const place of places) bytes.fill(0x2d, place, place + mark.length);
    return places;
  };
  const places = { nonce: blank(marks.nonce), applicationId: blank(marks.applicationId) };
  const whole = await new Blob([version, bytes]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return { bytes, places, etag: `W/"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"` };
}

/** The page for one answer. */
export function filled({ bytes, places }: PageTemplate, marks: Marks): Bytes {
  const page = bytes.slice();
  for (const name of ["nonce", "applicationId"] as const) {
    const mark = encoder.encode(marks[name]);
    for (const place of places[name]) page.set(mark, place);
  }
  return page;
}

function placesOf(bytes: Uint8Array, mark: Uint8Array): number[] {
  const places: number[] = [];
  const first = mark[0] ?? 0;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (mark.every((byte, index) => bytes[at + index] === byte)) places.push(at);
  }
  return places;
}
