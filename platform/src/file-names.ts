/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Maximum length of a name without its extension. */
const MAX_CHARACTERS = 80;

/** Matches a name with an extension of up to 10 letters and digits. Other dots belong to the stem. */
const EXTENSION = /^(.+)(\.[A-Za-z0-9]{1,10})$/s;

/**
 * Sanitizes a candidate's file name. Removes folders, and replaces control characters, bidi characters and
 * characters that Windows does not allow. Keeps the extension. Returns `file` if no characters are left.
 */
export function safeName(name: string): string {
  const safe = sanitize(name);
  const [, stem = safe, extension = ""] = EXTENSION.exec(safe) ?? [];
  return `${shorten(stem, "file")}${extension}`;
}

/** Like {@link safeName}, for a name without an extension, such as the name of a person or job. */
export const safeStem = (name: string, fallback: string): string =>
  shorten(sanitize(name), fallback);

const sanitize = (name: string) =>
  name
    .normalize("NFC")
    .replace(/^.*[/\\]/s, "")
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");

function shorten(stem: string, fallback: string): string {
  const short =
    [...stem]
      .slice(0, MAX_CHARACTERS)
      .join("")
      .replace(/[.\s]+$/, "") || fallback;
  return short.replace(RESERVED, "_$1");
}

/** Returns a function that makes file names in a folder unique: the second `cv.pdf` becomes `cv (2).pdf`. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const [, stem = name, extension = ""] = EXTENSION.exec(name) ?? [];
    let chosen = name;
    // Some file systems ignore case.
    for (let copy = 2; taken.has(chosen.toLowerCase()); copy++) {
      chosen = `${stem} (${copy})${extension}`;
    }
    taken.add(chosen.toLowerCase());
    return chosen;
  };
}

/** Returns a file's `Content-Disposition` (RFC 6266). */
export function contentDisposition(name: string, type = "attachment"): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
