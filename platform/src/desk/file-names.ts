/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Characters of a name without its extension, at most. */
const MAX_CHARACTERS = 80;

/** An extension, as files have them: what stands behind another dot is a part of the name. */
const EXTENSION = /^(.+)(\.[A-Za-z0-9]{1,10})$/s;

/**
 * A file name that is safe on every system, from what a candidate called a file: no folders, no control
 * or bidi characters, none that means something to a system. The extension stays.
 *
 * @param fallback the name of one of which nothing is left
 */
export function safeName(name: string, fallback = "file"): string {
  const safe = sanitize(name);
  const [, stem = safe, extension = ""] = EXTENSION.exec(safe) ?? [];
  return `${shorten(stem, fallback)}${extension}`;
}

/** The same of a name that has no extension, such as a person's or a job's. */
export const safeStem = (name: string, fallback: string): string =>
  shorten(sanitize(name), fallback);

const sanitize = (name: string) =>
  name
    .normalize("NFC")
    .replace(/^.*[/\\]/s, "")
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");

function shorten(stem: string, fallback: string): string {
  const short =
    [...stem]
      .slice(0, MAX_CHARACTERS)
      .join("")
      .replace(/[.\s]+$/, "") || fallback;
  return short.replace(RESERVED, "_$1");
}

/** Gives every file of a folder a name of its own: the second `cv.pdf` is `cv (2).pdf`. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const [, stem = name, extension = ""] = EXTENSION.exec(name) ?? [];
    let chosen = name;
    // Some systems tell names apart without case only.
    for (let copy = 2; taken.has(chosen.toLowerCase()); copy++) {
      chosen = `${stem} (${copy})${extension}`;
    }
    taken.add(chosen.toLowerCase());
    return chosen;
  };
}

/** `Content-Disposition` of a download with this name (RFC 6266). */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
